import type { EdgeKit } from '../features/gate/host/host.ts';
import * as kit from '../media/edge/edgeKitFiles.ts';

export const edgeKitFiles: EdgeKit['edgeKitFiles'] = (kind, plan) =>
  kit.buildEdgeKitFiles(kind, plan, async (name) => {
    const response = await fetch(`edge/${name}`, { cache: 'no-cache' });
    if (!response.ok) throw new Error(`edge/${name}: ${response.status}`);
    return response.text();
  });

export { wrongImageOf } from '../media/edge/kitImages.ts';

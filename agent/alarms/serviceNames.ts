import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';

/** Keyed by id, including former ids of services. */
const Names = z.record(z.string(), z.string());
type Names = z.infer<typeof Names>;

const LIST = '../src/catalog/serviceFacts/serviceNames.ts';

/** Loads the names of services, from beside the bundled script or from the catalog. Empty if they cannot be read. */
export async function loadServiceNames(program: string): Promise<Names> {
  const folder = dirname(program);
  try {
    if (!program.endsWith('.ts'))
      return Names.parse(JSON.parse(await readFile(join(folder, 'agentTexts.services.json'), 'utf8')));
    // A computed path keeps the catalog out of the agent's bundle.
    const list: unknown = await import(pathToFileURL(join(folder, LIST)).href);
    return z.object({ serviceNames: Names }).parse(list).serviceNames;
  } catch {
    return {};
  }
}

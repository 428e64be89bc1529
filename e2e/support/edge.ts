import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureDemoChannel } from '../../harness/tools/demo/demoChannel.ts';
import { type RunningEdge, startEdge } from '../../harness/tools/edge/startEdge.ts';
import type { Core } from '../../src/api/client.ts';
import { channelOfIngest, ingestId, METADATA_KEY } from '../../src/api/processIds.ts';
import { deliveryOf } from '../../src/media/edge/delivery.ts';
import type { EdgeChannel } from '../../src/media/edge/edgePlan.ts';
import { parseIngestMetadata } from '../../src/media/stored/metadata.ts';
import { MODEST } from './channels.ts';

export interface StagedEdge extends AsyncDisposable, RunningEdge {
  readonly url: string;
}

export async function edgeOf(core: string, channel: EdgeChannel): Promise<StagedEdge> {
  const folder = await mkdtemp(path.join(tmpdir(), 'edge-'));
  const running = await startEdge({ origin: core, channels: [channel] }, folder);
  return {
    ...running,
    url: `http://127.0.0.1:${running.port}`,
    async [Symbol.asyncDispose]() {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function liveForEdges(api: Core, player: object = {}): Promise<EdgeChannel> {
  await ensureDemoChannel(api, MODEST);
  const [name = ''] = (await api.processes({})).flatMap(({ id }) => channelOfIngest(id) ?? []);
  const at = { id: ingestId(name), key: METADATA_KEY };
  const stored = Object(await api.processMetadata(at));
  await api.processMetadataSet({ ...at, body: { ...stored, player: { autoplay: true, mute: true, ...player } } });
  return { name, access: 'public', hasVariants: deliveryOf(parseIngestMetadata(stored)).variants };
}

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '../../../src/api/client.ts';
import { channelOfIngest, METADATA_KEY } from '../../../src/api/ids.ts';
import { rtmp } from '../../../src/catalog/services/rtmp.ts';
import { srt } from '../../../src/catalog/services/srt.ts';
import { draftOf, metadataOf, processOf } from '../../../src/features/publication/form/decide.ts';
import { parseEgressMetadata, parseIngestMetadata } from '../../../src/media/metadata.ts';
import { skillsOf } from '../../../src/media/skills.ts';
import { ensureDemoChannel } from '../../demo/channel.ts';
import { UserError } from '../../launch/userError.ts';

/** Cheap to make and to show: what is measured is the interface. */
const PICTURE = { source: 'testsrc2', size: '320x180', fps: '10' };

/** From here on a stream counts as connected. */
const CONNECTED_AFTER_S = 10;
const PATIENCE_MS = 60_000;

/** A channel that is live. */
export async function seedChannel(core: Core): Promise<void> {
  await ensureDemoChannel(core, PICTURE);
  const [id] = (await core.processes({})).map((process) => process.id).filter((each) => channelOfIngest(each) !== null);
  if (id === undefined) throw new Error('The core did not keep the channel');
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const { state } = await core.process({ id, filter: 'state' });
    if (state?.exec === 'running' && state.runtime_seconds > CONNECTED_AFTER_S) return;
    if (Date.now() > end) throw new UserError(`The channel is not live after a minute: ${state?.last_logline ?? ''}`);
    await sleep(1000); // within a second the client answers from memory
  }
}

/** So many publications of the channel, RTMP and SRT in turns, made and stored as the form does it, and stopped. */
export async function seedPublications(core: Core, count: number): Promise<void> {
  const skills = skillsOf(await core.skills());
  const ingest = (await core.processes({ filter: 'metadata' })).find(({ id }) => channelOfIngest(id) !== null);
  const channel = ingest && channelOfIngest(ingest.id);
  if (!ingest || !channel) throw new Error('There is no channel to publish');
  const { streams, meta } = parseIngestMetadata(ingest.metadata?.[METADATA_KEY]);
  const blank = parseEgressMetadata({});
  for (let n = 1; n <= count; n++) {
    const service = n % 2 === 0 ? srt : rtmp;
    const ground = { channel, service, skills, streams, meta };
    const stored = { ...blank, name: `${service.name} ${n}` };
    const draft = draftOf(ground, stored);
    const address = service === srt ? `127.0.0.1:${6000 + n}` : `127.0.0.1:9/live/key${n}`;
    const metadata = metadataOf(ground, { ...draft, settings: { ...draft.settings, address } }, stored);
    const process = processOf(ground, metadata, randomUUID());
    if (!process) throw new Error(`${service.name} would send nothing`);
    await core.processAdd({ body: process });
    await core.processMetadataSet({ id: process.id, key: METADATA_KEY, body: metadata });
  }
}

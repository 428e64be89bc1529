import { call, put, select } from 'typed-redux-saga';
import type { ProcessConfig } from '../../core/answers/process.ts';
import { CoreError, codeOf } from '../../core/error.ts';
import { METADATA_KEY, snapshotId } from '../../core/ids.ts';
import { msg } from '../../i18n/msg.ts';
import type { IngestMetadata } from '../../media/metadata.ts';
import { ingestProcess } from '../../media/process/ingest.ts';
import { snapshotProcess } from '../../media/process/snapshot.ts';
import { channelSaved } from '../channel/slice.ts';
import { outside } from '../outside.ts';
import { networkAround } from '../session/network.ts';
import type { WithSession } from '../session/slice.ts';

/** Writes a channel to the core: its ingest, what belongs to it, its snapshot. Throws a CoreError. */
export function* saveIngest(channel: string, metadata: IngestMetadata) {
  const core = yield* outside('core');
  const network = yield* call(networkHere, channel);
  const process = ingestProcess({ channel, metadata, network });
  if (!process) {
    throw new Error(msg('The input profile is not complete. Please define a video and audio source.'));
  }
  yield* call(upsert, process, metadata);
  if (metadata.control.snapshot.enable) yield* call(upsertProcess, snapshotProcess({ channel, metadata }));
  else yield* call(core.processDelete, { id: snapshotId(channel) });
  yield* put(channelSaved({ id: channel, name: metadata.meta.name }));
}

function* networkHere(channel: string) {
  const session = yield* select((state: WithSession) => state.session);
  if (session.phase !== 'ready') throw new CoreError(401, 'Not logged in');
  return networkAround(session, channel);
}

/** The core drops the metadata of a process at each update, so both are written, in this order. */
function* upsert(process: ProcessConfig, metadata: IngestMetadata) {
  const core = yield* outside('core');
  yield* call(upsertProcess, process);
  const at = { id: process.id, key: METADATA_KEY };
  yield* call(core.processMetadataSet, { ...at, body: metadata });
  const written = yield* call(core.processMetadata, at);
  if (typeof written !== 'object' || written === null) {
    throw new Error(msg('Failed to save ingest metadata'));
  }
}

/** Update first; add what does not exist yet. */
function* upsertProcess(process: ProcessConfig) {
  const core = yield* outside('core');
  try {
    yield* call(core.processUpdate, { id: process.id, body: process });
  } catch (error) {
    if (codeOf(error) !== 404) throw error;
    yield* call(core.processAdd, { body: process });
  }
}

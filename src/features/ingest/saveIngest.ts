import { call, put, select } from 'typed-redux-saga';
import { CoreError } from '../../api/error.ts';
import { snapshotId } from '../../api/ids.ts';
import { msg } from '../../i18n/msg.ts';
import type { IngestMetadata } from '../../media/metadata.ts';
import { ingestProcess } from '../../media/process/ingest.ts';
import { snapshotProcess } from '../../media/process/snapshot.ts';
import { channelSaved } from '../channel/slice.ts';
import { host } from '../host.ts';
import { networkFor } from '../session/network.ts';
import type { WithSession } from '../session/slice.ts';
import { keepMetadata, keepOthers, upsertProcess } from '../upsert.ts';

/** Writes a channel to the core: its ingest, what belongs to it, its snapshot. Throws a CoreError. */
export function* saveIngest(channel: string, metadata: IngestMetadata) {
  const core = yield* host('core');
  const network = yield* call(networkHere, channel);
  const process = ingestProcess({ channel, metadata, network });
  if (!process) {
    throw new Error(msg('The input profile is not complete. Please define a video and audio source.'));
  }
  const others = yield* call(upsertProcess, process);
  yield* call(keepMetadata, process.id, metadata, msg('Failed to save ingest metadata'));
  yield* call(keepOthers, process.id, others);
  if (metadata.control.snapshot.enable) {
    const snapshot = snapshotProcess({ channel, metadata });
    yield* call(keepOthers, snapshot.id, yield* call(upsertProcess, snapshot));
  } else yield* call(core.processDelete, { id: snapshotId(channel) });
  yield* put(channelSaved({ id: channel, name: metadata.meta.name }));
}

function* networkHere(channel: string) {
  const session = yield* select((state: WithSession) => state.session);
  if (session.status !== 'ready') throw new CoreError(401, 'Not logged in');
  return networkFor(session, channel);
}

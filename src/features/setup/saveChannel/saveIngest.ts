import { call, put, select } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { METADATA_KEY, snapshotId } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { deliveryOf } from '../../../media/edge/delivery.ts';
import { ingestProcess } from '../../../media/process/ingest.ts';
import { snapshotProcess } from '../../../media/process/snapshot.ts';
import { type IngestMetadata, parseIngestMetadata, storedAs } from '../../../media/stored/metadata.ts';
import { networkFor } from '../../gate/session/networkForChannel.ts';
import type { WithSession } from '../../gate/session/slice.ts';
import { channelSaved } from '../../live/channel/slice.ts';
import { exclusively, write } from '../../shared/saving/exclusively.ts';
import { saveProcess } from '../../shared/saving/saveProcess.ts';
import { updatePublications } from '../egress/updatePublications.ts';

/** Writes ingest and snapshot of a channel and adapts its publications. Throws the errors of `saveProcess`. */
export function* saveIngest(channel: string, metadata: IngestMetadata) {
  yield* exclusively(() => save(channel, metadata));
}

function* save(channel: string, metadata: IngestMetadata) {
  const network = yield* call(networkHere, channel);
  const process = ingestProcess({ channel, metadata, network });
  if (!process) {
    throw new Error(msg('The input profile is not complete. Please define a video and audio source.'));
  }
  const replaced = yield* call(saveProcess, { process, metadata, lost: msg('Failed to save ingest metadata') });
  yield* call(saveSnapshot, channel, metadata);
  yield* put(channelSaved({ id: channel, name: metadata.meta.name, delivery: deliveryOf(metadata) }));
  const before = replaced && storedAs(parseIngestMetadata, replaced.metadata[METADATA_KEY]);
  if (before?.status === 'readable') yield* call(updatePublications, channel, before.metadata, metadata);
}

/** Writes or deletes the snapshot process, as the metadata demand. Throws the errors of `saveProcess`. */
export function* saveSnapshot(channel: string, metadata: IngestMetadata) {
  if (metadata.control.snapshot.enable) {
    yield* call(saveProcess, { process: snapshotProcess({ channel, metadata }), metadata: null });
  } else yield* exclusively(() => write('processDelete', { id: snapshotId(channel) }));
}

/** Returns the network addresses of the core for a channel. Throws a CoreError without a login. */
export function* networkHere(channel: string) {
  const session = yield* select((state: WithSession) => state.session);
  if (session.status !== 'ready') throw new CoreError(401, 'Not logged in');
  return networkFor(session, channel);
}

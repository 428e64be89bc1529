import { all, call, put, race, select, take, takeLatest, takeLeading } from 'typed-redux-saga';
import type { Files } from '../../../api/answers/files.ts';
import { hasExtension } from '../../../api/coreExtensions.ts';
import { codeOf } from '../../../api/error.ts';
import { audienceOf, receivedBytesOf, senderOf, sessionCollectors } from '../../../media/coreInfo/sessions.ts';
import { edgeAudienceOf, edgeStatusAddress } from '../../../media/edge/edgeAudience.ts';
import { filesOf, isSegment, snapshotFile } from '../../../media/hls/hlsFiles.ts';
import { bitrateKbitOf, emptyLedger, noteSegments } from '../../../media/hls/measuredBitrate.ts';
import { isPublished } from '../../../media/process/encoderReturn.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { PACE } from '../../shared/polling/pace.ts';
import { poll } from '../../shared/polling/poll.ts';
import { channelClosed, channelOpened, deliveryIn, statesOpened, type WithChannels } from '../channel/slice.ts';
import { fetchPublished } from '../pushAddress/publishedNames.ts';
import type { WithPush } from '../pushAddress/slice.ts';
import { isAbsentIn, storageListed, type WithStatus } from '../status/slice.ts';
import { startOnReturn } from './restartOnEncoderReturn.ts';
import { runCommand } from './runCommand.ts';
import { progressIn } from './selectors.ts';
import {
  audienceSeen,
  edgeAudienceSeen,
  encoderReturned,
  ingestReconnectRequested,
  ingestStartRequested,
  ingestStopRequested,
  sourceAudioWanted,
  streamArrived,
  type WithIngest,
} from './slice.ts';

const COMMANDS = [ingestStartRequested, ingestStopRequested, ingestReconnectRequested, encoderReturned];

export function* ingestSaga() {
  yield* takeLatest(channelOpened, catchSagaErrors(pollFigures));
  yield* takeLatest(channelOpened, catchSagaErrors(startOnReturn));
  yield* takeLeading(sourceAudioWanted, catchSagaErrors(takeSourceAudio));
  yield* takeLatest(COMMANDS, catchSagaErrors(runCommand));
}

const FIRST_FILES_S = 60;

const begins = (state: WithStatus) => {
  const progress = progressIn(state);
  return progress !== null && progress.seconds < FIRST_FILES_S && state.status.arrival?.segments === '';
};

function* pollFigures({ payload: channel }: ReturnType<typeof channelOpened>) {
  const audience = poll('audience', () => fetchAudience(channel));
  const edges = poll('edges', () => fetchEdgeAudience(channel));
  const arriving = poll('arrivingStream', () => fetchArriving(channel));
  yield* race([all([audience, edges, arriving, call(pollFiles, channel)]), take(closed)]);
}

const closed = [channelClosed, statesOpened];

function* fetchAudience(channel: string) {
  const core = yield* host('core');
  const config = yield* select(({ session }: WithSession) => coreInfoOf(session)?.config);
  const sessions = yield* call(core.sessionsActive, { collectors: sessionCollectors(config ?? {}) });
  const now = yield* host('now');
  yield* put(
    audienceSeen({
      ...audienceOf(sessions, channel),
      sender: senderOf(sessions, channel),
      receivedBytes: receivedBytesOf(sessions, channel),
      at: now(),
    }),
  );
}

/** Only for RTMP pushes to a core that reports arriving streams. */
function* fetchArriving(channel: string) {
  const { pushAddress, session } = yield* select((state: WithPush & WithSession) => state);
  const about = coreInfoOf(session)?.about;
  const heldPush = pushAddress.status === 'known' && pushAddress.channel === channel ? pushAddress.held : null;
  if (heldPush?.push.type !== 'rtmp' || !about || !hasExtension(about, 'published-streams')) return;
  const all = yield* fetchPublished('rtmp');
  const arriving = all.find(({ name }) => isPublished([name], channel, heldPush.push))?.stream ?? null;
  const now = yield* host('now');
  yield* put(streamArrived({ arriving, at: now() }));
}

/** The code that changes sources loads with the first form. */
function* takeSourceAudio({ payload: channel }: ReturnType<typeof sourceAudioWanted>) {
  const loadSetup = yield* browser('loadSetup');
  const { takeAudioOfSource } = yield* call(loadSetup);
  yield* takeAudioOfSource(channel);
}

/** Edges that do not respond are missing from the sum, which is marked as partial. */
function* fetchEdgeAudience(channel: string) {
  const { edges } = yield* select((state: WithChannels) => deliveryIn(state, channel));
  if (edges.length === 0) {
    if (yield* select(({ ingest }: WithIngest) => ingest.edgeAudience)) yield* put(edgeAudienceSeen(null));
    return;
  }
  const edgeStatus = yield* browser('edgeStatus');
  const statuses = yield* call(() =>
    Promise.all(edges.map((edge) => edgeStatus(edgeStatusAddress(edge)).catch(() => null))),
  );
  yield* put(edgeAudienceSeen(edgeAudienceOf(statuses, channel)));
}

/** Computes the bitrate from segment sizes: ffmpeg reports none for HLS. The same listing shows the snapshot. */
function* pollFiles(channel: string) {
  const now = yield* host('now');
  let ledger = emptyLedger;
  let askedAt = Number.NEGATIVE_INFINITY;
  const { everyMs, checkMs = everyMs } = PACE.files;
  yield* poll('files', function* () {
    // A slow listing does not delay the next one.
    if (performance.now() - askedAt < everyMs - checkMs / 2 && !(yield* select(begins))) return;
    if (yield* select(isAbsentIn)) return;
    askedAt = performance.now();
    const { files, listed } = yield* call(fetchFiles, channel);
    ledger = noteSegments(ledger, files, now() / 1000);
    const snapshot = files.find(({ name }) => name === snapshotFile(channel));
    yield* put(
      storageListed({
        measuredKbit: bitrateKbitOf(ledger),
        snapshotAt: snapshot?.last_modified ?? null,
        segments: listed ? segmentsIn(files) : null,
        at: now(),
      }),
    );
  });
}

const segmentsIn = (files: Files): string =>
  files
    .flatMap(({ name, last_modified }) => (isSegment(name) ? [`${name} ${last_modified}`] : []))
    .sort()
    .join();

const NONE: Files = [];

/** `listed`: whether the files include segments. */
function* fetchFiles(channel: string) {
  const core = yield* host('core');
  const { storage, endless } = yield* select((state: WithChannels) => deliveryIn(state, channel));
  const glob = filesOf(channel);
  try {
    const inMemory = yield* call(core.memFiles, { glob });
    // The snapshot is always in memory. Endless storage may hold years of segments, too many to list.
    if (storage === 'memfs' || endless) return { files: inMemory, listed: storage === 'memfs' };
    return { files: [...inMemory, ...(yield* call(core.diskFiles, { glob }))], listed: true };
  } catch (error) {
    if (codeOf(error) === 404) return { files: NONE, listed: false }; // no memory storage
    throw error;
  }
}

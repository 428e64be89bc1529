import { all, call, put, select, take, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { renditionsIn } from '../../../media/channel/channelReader.ts';
import { sendsNothing } from '../../../media/diagnosis/processFailure.ts';
import type { Progress } from '../../../media/run/progress.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { egressesIn } from '../channel/discoverChannels.ts';
import {
  channelOpened,
  egressesFound,
  isWatchedFetched,
  statusFetched,
  type WatchedAnswer,
  type WithChannels,
  watchedAnswerIn,
} from '../channel/slice.ts';
import { publicationsWanted } from '../ingest/slice.ts';
import { publicationsOf, renditionsOf } from './publicationState.ts';
import { watchRecorded } from './recordedFile/slice.ts';
import {
  deletePublication,
  runReconnect,
  runSwitch,
  startWithStream,
  switchAll,
  wakeAll,
} from './runPublicationCommand.ts';
import {
  allSwitched,
  publicationDeletionConfirmed,
  publicationReconnectRequested,
  publicationSwitched,
  recordingPrepared,
  recordingRequested,
  recordingWanted,
} from './slice.ts';
import { startStopRenditions } from './startStopRenditions.ts';
import { stopRecordingsOnFullDisk } from './stopRecordingsOnFullDisk.ts';

type Stage = 'away' | 'flows' | 'live';

/** By then the first segments are written, even with long keyframe intervals. */
const WRITTEN_S = 5;

const stageOf = (progress: Progress | null): Stage => {
  if (!sendsNothing(progress)) return 'live';
  return progress?.status === 'connecting' && (progress.counts?.seconds ?? 0) >= WRITTEN_S ? 'flows' : 'away';
};

/** Retries publications at once when their source returns: as soon as data flows, and again once it is live. */
function* retryWhenSourceReturns() {
  let previous: WakeFacts | null = null;
  while (true) {
    const { payload } = yield* take(statusFetched);
    const answer = watchedAnswerIn(payload);
    if (!answer) continue;
    const { before, now } = seenAfter(previous, answer);
    previous = now;
    const further = now.wasAway && now.stage !== 'away' && before !== null && now.stage !== before;
    if (now.stage === 'live') previous = { ...now, wasAway: false };
    if (further) yield* call(catchSagaErrors(wakeAll), answer.channel);
  }
}

interface WakeFacts {
  channel: string;
  stage: Stage;
  wasAway: boolean;
}

function seenAfter(
  previous: WakeFacts | null,
  { channel, progress }: WatchedAnswer,
): { before: Stage | null; now: WakeFacts } {
  const stage = stageOf(progress);
  const before = previous?.channel === channel ? previous : null;
  return {
    before: before?.stage ?? null,
    now: { channel, stage, wasAway: stage === 'away' || (before?.wasAway ?? false) },
  };
}

const sameIds = (ids: readonly string[], answered: object) =>
  ids.length === Object.keys(answered).length && ids.every((id) => id in answered);

/** Fetches names after the poll shows publications added or removed elsewhere. */
function* syncPublicationList({ payload }: ReturnType<typeof statusFetched>) {
  const answer = watchedAnswerIn(payload);
  if (!answer) return;
  const { channel, egresses, renditions = {} } = answer;
  const core = yield* host('core');
  const stored = Object.keys(yield* select((state: WithChannels) => publicationsOf(state, channel)));
  const shared = Object.keys(yield* select((state: WithChannels) => renditionsOf(state, channel)));
  if (sameIds(stored, egresses) && sameIds(shared, renditions)) return;
  try {
    const processes = yield* call(core.processes, { reference: channel, filter: 'metadata' });
    yield* put(
      egressesFound({ channel, egresses: egressesIn(processes, channel), ...renditionsIn(processes, channel) }),
    );
  } catch (error) {
    if (!(error instanceof CoreError)) throw error; // the next poll retries
  }
}

function* requestRecording({ payload: channel }: ReturnType<typeof recordingRequested>) {
  try {
    const loadSetup = yield* browser('loadSetup');
    yield* call(loadSetup);
    yield* put(recordingWanted(channel));
  } catch (error) {
    yield* put(recordingPrepared());
    throw error;
  }
}

export function* publicationSaga() {
  yield* takeEvery(recordingRequested, catchSagaErrors(requestRecording));
  yield* takeEvery(publicationSwitched, catchSagaErrors(runSwitch));
  yield* takeEvery(publicationReconnectRequested, catchSagaErrors(runReconnect));
  yield* takeEvery(publicationsWanted, catchSagaErrors(startWithStream));
  yield* takeLatest(allSwitched, catchSagaErrors(switchAll));
  yield* takeLatest(channelOpened, catchSagaErrors(watchRecorded));
  yield* takeLeading(publicationDeletionConfirmed, catchSagaErrors(deletePublication));
  yield* takeLeading(isWatchedFetched, catchSagaErrors(syncPublicationList));
  yield* all([call(retryWhenSourceReturns), call(startStopRenditions), call(stopRecordingsOnFullDisk)]);
}

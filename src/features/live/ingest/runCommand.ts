import { all, call, delay, put, type SagaGenerator, select, take } from 'typed-redux-saga';
import { CoreError, codeOf } from '../../../api/error.ts';
import { egressOf, ingestId, snapshotId } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { playlistFile } from '../../../media/hls/hlsFiles.ts';
import { progressOf } from '../../../media/run/progress.ts';
import { reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { preferenceChosen, type WithPreferences } from '../../shared/preference/slice.ts';
import { fetchChannelStatus } from '../channel/fetchChannelStatus.ts';
import { deliveryIn, isWatchedFetched, type WithChannels } from '../channel/slice.ts';
import { commandTaken, failuresForgotten, isLiveIn, type WithStatus } from '../status/slice.ts';
import {
  commandRefused,
  encoderReturned,
  ingestReconnectRequested,
  ingestStartRequested,
  ingestStopRequested,
} from './slice.ts';

export const stoppedKey = (channel: string) => `stopped:${channel}`;

/** Omits publications that were deleted or started since. */
export const stoppedWithIn = (
  { preference }: WithPreferences,
  channel: string,
  isOff: (id: string) => boolean,
): readonly string[] => (preference[stoppedKey(channel)] ?? '').split(' ').filter((id) => id !== '' && isOff(id));

const SNAPSHOT_RESTART_MS = 100;

/** Used with `takeLatest`: the newest command wins. */
export function* runCommand(action: { type: string; payload: string }) {
  const channel = action.payload;
  const ends = ingestStopRequested.match(action);
  yield* put(failuresForgotten([ingestId(channel)]));
  try {
    if (ingestStopRequested.match(action)) yield* stop(channel);
    if (ingestReconnectRequested.match(action) || encoderReturned.match(action)) yield* reconnect(channel);
    if (ingestStartRequested.match(action)) yield* start(channel);
  } catch (error) {
    yield* put(commandRefused());
    yield* put(failuresForgotten([ingestId(channel)]));
    if (!(error instanceof CoreError)) throw error;
    // An automatic start fails silently, because the process retries anyway.
    if (encoderReturned.match(action)) return;
    const text = ends ? msg('Failed to stop process ({{0}})') : msg('Failed to start process ({{0}})');
    yield* put(noticed('error', text, reasonValue(error)));
    return;
  }
  const now = yield* host('now');
  yield* put(commandTaken(now()));
  yield* call(fetchChannelStatus, channel);
  if (!ends) yield* refreshSnapshot(channel);
}

function* start(channel: string) {
  yield* command(ingestId(channel), 'start');
  yield* unlessAbsent(snapshotId(channel), 'start');
}

function* stop(channel: string) {
  const core = yield* host('core');
  yield* unlessAbsent(snapshotId(channel), 'stop');
  yield* command(ingestId(channel), 'stop');
  const processes = yield* call(core.processes, { reference: channel, filter: 'state' });
  const running = processes.filter(({ id, state }) => egressOf(id) && progressOf(state).order === 'start');
  const ids = running.map(({ id }) => id);
  yield* put(preferenceChosen({ key: stoppedKey(channel), value: ids.join(' ') }));
  yield* all(running.map(({ id }) => call(() => unlessAbsent(id, 'stop'))));
  // Without an end mark, a short break does not disconnect readers. A stop deletes the playlist instead.
  const { storage } = yield* select((state: WithChannels) => deliveryIn(state, channel));
  yield* call(storage === 'diskfs' ? core.diskDelete : core.memDelete, { path: playlistFile(channel) });
}

/** Stops the ingest during `work`, so that the source is free. Restarts it even after an error. */
export function* whilePaused<Result>(channel: string, work: () => SagaGenerator<Result>): SagaGenerator<Result> {
  // `call`, because a `yield*` continues after its cleanup when it is cancelled.
  return (yield* call(pauseFor<Result>, channel, work)) as Result;
}

function* pauseFor<Result>(channel: string, work: () => SagaGenerator<Result>) {
  yield* unlessAbsent(snapshotId(channel), 'stop');
  try {
    yield* command(ingestId(channel), 'stop');
    return yield* work();
  } finally {
    yield* start(channel);
  }
}

/** A dead process whose order is "start" ignores another start, so it is stopped first. */
function* reconnect(channel: string) {
  yield* unlessAbsent(snapshotId(channel), 'stop');
  yield* command(ingestId(channel), 'stop');
  yield* start(channel);
}

/** The snapshot process gives up on a playlist without segments, so it is restarted once there are some. */
function* refreshSnapshot(channel: string) {
  for (; ; yield* take(isWatchedFetched)) {
    const state = yield* select((current: WithStatus) => current);
    if (isLiveIn(state) && state.status.watched === channel) break;
  }
  yield* delay(SNAPSHOT_RESTART_MS);
  yield* unlessAbsent(snapshotId(channel), 'stop');
  yield* unlessAbsent(snapshotId(channel), 'start');
}

function* command(id: string, order: 'start' | 'stop') {
  const core = yield* host('core');
  yield* call(core.processCommand, { id, body: { command: order } });
}

/** The core responds with 400 and these words, not 404, for an unknown process. */
function* unlessAbsent(id: string, order: 'start' | 'stop') {
  try {
    yield* command(id, order);
  } catch (error) {
    const absent =
      codeOf(error) === 404 || (error instanceof CoreError && error.details.some((text) => text === 'unknown process'));
    if (!absent) throw error;
  }
}

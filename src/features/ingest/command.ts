import { all, call, delay, put, select, take } from 'typed-redux-saga';
import { CoreError, codeOf } from '../../core/error.ts';
import { egressOf, ingestId, snapshotId } from '../../core/ids.ts';
import { msg } from '../../i18n/msg.ts';
import { noticed } from '../notice/slice.ts';
import { outside } from '../outside.ts';
import { reasonOf } from '../safely.ts';
import {
  commandDone,
  ingestReconnectRequested,
  ingestSeen,
  ingestStartRequested,
  ingestStopRequested,
} from './slice.ts';

const SNAPSHOT_RESTART_MS = 100;

/** What the operator asks of the ingest in view. The newest wish counts (takeLatest). */
export function* obey(action: { type: string; payload: string }) {
  const channel = action.payload;
  try {
    if (ingestStopRequested.match(action)) yield* stop(channel);
    if (ingestReconnectRequested.match(action)) yield* reconnect(channel);
    if (ingestStartRequested.match(action)) yield* start(channel);
    yield* put(commandDone());
  } catch (error) {
    yield* put(commandDone());
    if (!(error instanceof CoreError)) throw error;
    const text = ingestStopRequested.match(action)
      ? msg('Failed to stop process ({{0}})')
      : msg('Failed to start process ({{0}})');
    yield* put(noticed('error', text, reasonOf(error)));
    return;
  }
  if (!ingestStopRequested.match(action)) yield* refreshSnapshot(channel);
}

function* start(channel: string) {
  yield* command(ingestId(channel), 'start');
  yield* unlessAbsent(snapshotId(channel), 'start');
}

function* stop(channel: string) {
  const core = yield* outside('core');
  yield* unlessAbsent(snapshotId(channel), 'stop');
  yield* command(ingestId(channel), 'stop');
  const processes = yield* call(core.processes, { reference: channel, filter: 'state' });
  const running = processes.filter(({ id, state }) => egressOf(id) && state?.order === 'start');
  yield* all(running.map(({ id }) => call(() => unlessAbsent(id, 'stop'))));
  // The playlist has no end mark, so that a short break does not end the readers; a wanted end removes it.
  yield* call(core.memDelete, { path: `/${channel}.m3u8` });
}

/** A dead process whose order is "start" ignores another start, so it is stopped first. Publications stay as they are. */
function* reconnect(channel: string) {
  yield* unlessAbsent(snapshotId(channel), 'stop');
  yield* command(ingestId(channel), 'stop');
  yield* start(channel);
}

/** The snapshot gives up on a playlist without segments, so it gets one more try as soon as there are some. */
function* refreshSnapshot(channel: string) {
  while (true) {
    yield* take(ingestSeen);
    const connected = yield* select(
      ({ ingest: { ingest } }) => ingest.presence === 'present' && ingest.progress.state === 'connected',
    );
    if (connected) break;
  }
  yield* delay(SNAPSHOT_RESTART_MS);
  yield* unlessAbsent(snapshotId(channel), 'stop');
  yield* unlessAbsent(snapshotId(channel), 'start');
}

function* command(id: string, order: 'start' | 'stop') {
  const core = yield* outside('core');
  yield* call(core.processCommand, { id, body: { command: order } });
}

/** An unknown process is a 400 with these words, not a 404. Without a snapshot or publication there is nothing to do. */
function* unlessAbsent(id: string, order: 'start' | 'stop') {
  try {
    yield* command(id, order);
  } catch (error) {
    const absent =
      codeOf(error) === 404 || (error instanceof CoreError && error.details.some((text) => text === 'unknown process'));
    if (!absent) throw error;
  }
}

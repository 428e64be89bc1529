import { call, put, race, take } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { reasonOf } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { type TestProgress, testAsked, testClosed, testEnded, testStopped } from './slice.ts';

/** Somebody else tests, in another browser. */
export class TestBusy extends Error {
  override readonly name = 'TestBusy';
}

/** Something that is found out by processes of the core, and takes its time. */
export interface TestRun {
  of: TestProgress['of'];
  /** Removes what an earlier run has left. Throws a CoreError, or TestBusy. */
  clearLeft: () => Generator;
  /** Finds it out and stores it. Throws a CoreError, or TestBusy. */
  tryAll: () => Generator;
}

/** Until it is done, or stopped, or its screen is left. Asks first where processes run, unless that was `confirmed`. */
export function* runTest(run: TestRun, confirmed: boolean) {
  const ended = yield* race({
    problem: call(untilDone, run, confirmed),
    stopped: take([testStopped, testClosed]),
  });
  if (!ended.stopped) return;
  // What it has begun is still being deleted: until that is answered nothing new can begin.
  yield* call(clearAfter, run);
  yield* put(testEnded(null));
}

function* clearAfter({ clearLeft }: TestRun) {
  try {
    yield* call(clearLeft);
  } catch (error) {
    // It keeps nothing and does not come back: the next run tries again.
    if (!(error instanceof CoreError || error instanceof TestBusy)) throw error;
  }
}

function* untilDone({ of, clearLeft, tryAll }: TestRun, confirmed: boolean) {
  try {
    const running = confirmed ? 0 : yield* call(countRunning);
    if (running > 0) yield* put(testAsked({ of, running }));
    else {
      yield* call(clearLeft);
      yield* call(tryAll);
      yield* put(testEnded(null));
    }
  } catch (error) {
    if (!(error instanceof CoreError || error instanceof TestBusy)) throw error;
    yield* put(testEnded(reasonOf(error)));
  }
}

/** Of all programs: whatever runs shares the machine. */
function* countRunning() {
  const core = yield* host('core');
  const processes = yield* call(core.processes, { filter: 'state' });
  return processes.filter(({ state }) => state?.exec === 'running' || state?.exec === 'starting').length;
}

import { call, put, race, take } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { reasonOf } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { deleteLeftProcesses, TrialBusy, type TrialProcesses } from './runTrialJobs.ts';
import { type TrialKind, trialAsked, trialClosed, trialEnded, trialStopped } from './slice.ts';

interface Trial {
  of: TrialKind;
  processes: TrialProcesses;
  /** Finds its results and stores them. Throws a CoreError, or TrialBusy. */
  tryAll: () => Generator;
}

/** Runs a trial until it is done, or stopped, or its screen is left. */
export function* runTrial(trial: Trial, confirmed: boolean) {
  const { stopped } = yield* race({
    ended: call(untilDone, trial, confirmed),
    stopped: take([trialStopped, trialClosed]),
  });
  if (!stopped) return;
  // The core is still deleting its processes: nothing new can begin before that is confirmed.
  try {
    yield* call(deleteLeftProcesses, trial.processes);
  } catch (error) {
    // The next run tries again.
    if (!isExpected(error)) throw error;
  }
  yield* put(trialEnded(null));
}

/** Asks first where processes run, unless that was `confirmed`. */
function* untilDone({ of, processes, tryAll }: Trial, confirmed: boolean) {
  try {
    const running = confirmed ? 0 : yield* call(countRunning);
    if (running > 0) {
      yield* put(trialAsked({ of, running }));
      return;
    }
    yield* call(deleteLeftProcesses, processes);
    yield* call(tryAll);
    yield* put(trialEnded(null));
  } catch (error) {
    if (!isExpected(error)) throw error;
    yield* put(trialEnded(reasonOf(error)));
  }
}

const isExpected = (error: unknown) => error instanceof CoreError || error instanceof TrialBusy;

/** Counts all programs, as they share the machine. */
function* countRunning() {
  const core = yield* host('core');
  const processes = yield* call(core.processes, { filter: 'state' });
  return processes.filter(({ state }) => state?.exec === 'running' || state?.exec === 'starting').length;
}

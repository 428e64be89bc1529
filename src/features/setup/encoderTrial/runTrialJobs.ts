import { call, cancelled, delay, put, race, take } from 'typed-redux-saga';
import type { Process } from '../../../api/answers/process.ts';
import { CoreError, codeOf } from '../../../api/error.ts';
import { type TrialArguments, trialProcess } from '../../../media/process/trialProcess.ts';
import { reasonOf } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import {
  type TrialKind,
  type TrialProgress,
  trialAsked,
  trialClosed,
  trialEnded,
  trialProgressed,
  trialStopped,
} from './slice.ts';

interface Trial {
  of: TrialKind;
  processes: TrialProcesses;
  /** Tests everything and stores the results. Throws a CoreError or TrialBusy. */
  tryAll: () => Generator;
}

export function* runTrial(trial: Trial, confirmed: boolean) {
  const { stopped } = yield* race({
    ended: call(untilDone, trial, confirmed),
    stopped: take([trialStopped, trialClosed]),
  });
  if (!stopped) return;
  // Waits until the core has deleted the processes, so that a new trial can start.
  try {
    yield* call(deleteLeftProcesses, trial.processes);
  } catch (error) {
    if (!isExpected(error)) throw error;
  }
  yield* put(trialEnded(null));
}

/** Requires `confirmed` if other processes are running. */
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

/** Counts the processes of all programs, because they share the machine. */
function* countRunning() {
  const core = yield* host('core');
  const processes = yield* call(core.processes, { filter: 'state' });
  return processes.filter(({ state }) => state?.exec === 'running' || state?.exec === 'starting').length;
}

/** The same trial is running in another browser. */
export class TrialBusy extends Error {
  override readonly name = 'TrialBusy';
}

export interface TrialProcesses {
  ids: readonly string[];
  everyMs: number;
  /** A process that has run longer was left behind by a closed page. */
  longestMs: number;
  /** Message if another browser runs the trial. */
  busy: string;
}

/** The outcome of a job, with the last state of its process; null: rejected by the core (`refusal`) or lost. */
export interface TrialEnd<Job> {
  job: Job;
  process: Process | null;
  refusal: CoreError | null;
  tookMs: number;
}

export interface TrialRun<Job> {
  jobs: readonly Job[];
  argumentsOf: (job: Job) => TrialArguments;
  fits: (job: Job, running: readonly Job[]) => boolean;
  longestMs: (job: Job) => number;
  /** Deadline on the clock of `performance.now()`; later jobs stay open. */
  until: number;
  progress: (open: readonly Job[]) => TrialProgress;
  settle: (end: TrialEnd<Job>, waiting: Job[]) => Job[];
}

interface RunningJob<Job> {
  id: string;
  job: Job;
  since: number;
}

export const isAtWork = ({ state }: Pick<Process, 'state'>) =>
  state?.exec === 'running' || state?.exec === 'starting' || state?.exec === 'finishing';

function* listProcesses(ids: readonly string[]) {
  const core = yield* host('core');
  const listed = yield* call(core.processes, { id: ids.join(','), filter: 'state,report' });
  return listed.filter(({ id }) => ids.includes(id));
}

/** Deletes the processes of an earlier run. Throws a CoreError, or TrialBusy while another run is active. */
export function* deleteLeftProcesses({ ids, longestMs, busy }: TrialProcesses) {
  const core = yield* host('core');
  const leftovers = yield* call(listProcesses, ids);
  if (leftovers.some((process) => isAtWork(process) && (process.state?.runtime_seconds ?? 0) * 1000 < longestMs))
    throw new TrialBusy(busy);
  for (const { id } of leftovers) yield* call(core.processDelete, { id });
}

/** Runs jobs until all are settled or the time is up. Returns the open jobs. Throws a CoreError or TrialBusy. */
export function* runTrialJobs<Job>(processes: TrialProcesses, run: TrialRun<Job>) {
  const core = yield* host('core');
  let waiting = [...run.jobs];
  let running: RunningJob<Job>[] = [];
  const open = () => [...running.map(({ job }) => job), ...waiting];
  try {
    while (waiting.length + running.length > 0 && performance.now() < run.until) {
      yield* put(trialProgressed(run.progress(open())));
      yield* call(startWaiting);
      yield* delay(processes.everyMs);
      yield* call(settleEnded);
    }
    return open();
  } finally {
    // Awaited, because a late deletion could hit a process of the next run.
    const deletions = Promise.all(running.map(({ id }) => core.processDelete({ id }).catch(() => {})));
    if (!(yield* cancelled())) yield* call(() => deletions);
  }

  function* startWaiting() {
    for (const id of processes.ids) {
      const [job, ...others] = waiting;
      if (job === undefined || running.some((other) => other.id === id)) continue;
      if (
        !run.fits(
          job,
          running.map((other) => other.job),
        )
      )
        break;
      waiting = others;
      const started = { id, job, since: performance.now() };
      running = [...running, started];
      yield* call(start, started);
    }
  }

  function* start(started: RunningJob<Job>) {
    const { id, job } = started;
    try {
      yield* call(core.processAdd, { body: trialProcess(id, run.argumentsOf(job)) });
    } catch (error) {
      if (!(error instanceof CoreError) || codeOf(error) !== 400) throw error;
      const [others] = yield* call(listProcesses, [id]);
      if (others) {
        running = running.filter((other) => other !== started);
        throw new TrialBusy(processes.busy);
      }
      end(started, null, error);
      return;
    }
    yield* call(core.processCommand, { id, body: { command: 'start' as const } });
  }

  function* settleEnded() {
    const listed = yield* call(
      listProcesses,
      running.map(({ id }) => id),
    );
    for (const current of running) {
      const process = listed.find(({ id }) => id === current.id) ?? null;
      if (process && isAtWork(process) && performance.now() - current.since < run.longestMs(current.job)) continue;
      yield* call(core.processDelete, { id: current.id });
      end(current, process, null);
    }
  }

  function end(ended: RunningJob<Job>, process: Process | null, refusal: CoreError | null) {
    running = running.filter((other) => other !== ended);
    waiting = run.settle({ job: ended.job, process, refusal, tookMs: performance.now() - ended.since }, waiting);
  }
}

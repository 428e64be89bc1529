import { call, cancelled, delay, put } from 'typed-redux-saga';
import type { Process } from '../../../api/answers/process.ts';
import { CoreError, codeOf } from '../../../api/error.ts';
import { batchesOf, type TrialRow, trialArguments } from '../../../catalog/trial/ffmpegTrialRow.ts';
import { msg } from '../../../i18n/msg.ts';
import { ffmpegTrialId, ffmpegTrialProcess } from '../../../media/process/ffmpegTrialProcess.ts';
import { host } from '../../gate/host/host.ts';
import { PACE } from '../../shared/polling/pace.ts';
import { TestBusy } from '../encoderTest/runStoppableTest.ts';
import { tried } from '../encoderTest/slice.ts';
import { isAtWork, judge, type RowOutcome, withoutRefused } from './judgeTrialRows.ts';

/** Processes at a time that encode: a small machine has channels that go on. */
const ENCODING_AT_ONCE = 3;
/** With those that are soon over, as nobody answers them. */
const AT_ONCE = 6;
const PLACES = Array.from({ length: AT_ONCE }, (_, place) => place);
const isReaching = (rows: readonly TrialRow[]) => rows.every(({ runs }) => runs === 'reaching');
/** What needs longer is far too slow. */
const LONGEST_MS = 15_000;
/** What is not there is not waited for. */
const REACHING_MS = 4_000;
const longestFor = (rows: readonly TrialRow[]) => (isReaching(rows) ? REACHING_MS : LONGEST_MS);

const busy = () => new TestBusy(msg('This ffmpeg is being tried in another browser right now. Try again in a minute.'));

interface TrialBatch {
  place: number;
  rows: readonly TrialRow[];
  since: number;
}

/** What came of some rows, and how many the time was too short for. */
export interface TriedRows {
  outcomes: RowOutcome[];
  untried: number;
}

const listOf = (places: readonly number[]) => ({ id: places.map(ffmpegTrialId).join(','), filter: 'state,report' });
const isOurs = ({ id }: Pick<Process, 'id'>) => PLACES.some((place) => ffmpegTrialId(place) === id);

/** What a run has left, unless somebody is at it just now. Throws a CoreError, or TestBusy. */
export function* clearLeft() {
  const core = yield* host('core');
  const left = (yield* call(core.processes, listOf(PLACES))).filter(isOurs);
  if (left.some((one) => isAtWork(one) && (one.state?.runtime_seconds ?? 0) * 1000 < LONGEST_MS)) throw busy();
  for (const { id } of left) yield* call(core.processDelete, { id });
}

/**
 * Tries rows, a few processes at a time, until all are tried or the time is up. Leaves nothing behind. Throws a CoreError,
 * or TestBusy.
 * @param until milliseconds, by the clock of the host
 * @param before what was tried before; `all` null: nobody knows yet how much there is
 */
export function* tryRows(rows: readonly TrialRow[], until: number, before: { done: number; all: number | null }) {
  const core = yield* host('core');
  const now = yield* host('now');
  const outcomes: RowOutcome[] = [];
  let waiting = batchesOf(rows);
  let running: TrialBatch[] = [];
  try {
    while (waiting.length + running.length > 0 && now() < until) {
      yield* call(fill);
      yield* call(tell);
      yield* delay(PACE.ffmpegTrial.everyMs);
      yield* call(look);
    }
    const tried: TriedRows = { outcomes, untried: countUntried() };
    return tried;
  } finally {
    // Awaited, else it may come after the next run has stored its process.
    const gone = Promise.all(
      running.map(({ place }) => core.processDelete({ id: ffmpegTrialId(place) }).catch(() => {})),
    );
    if (!(yield* cancelled())) yield* call(() => gone);
  }

  function countUntried() {
    return [...waiting, ...running.map((one) => one.rows)].reduce((sum, batch) => sum + batch.length, 0);
  }

  function* fill() {
    for (const place of PLACES) {
      const [next, ...others] = waiting;
      if (!next || running.some((one) => one.place === place)) continue;
      const encoding = running.filter(({ rows: its }) => !isReaching(its)).length;
      if (!isReaching(next) && encoding >= ENCODING_AT_ONCE) break;
      waiting = others;
      running = [...running, { place, rows: next, since: now() }];
      if (!(yield* call(begin, place, next))) yield* call(settle, place, null);
    }
  }

  function* tell() {
    yield* put(tried({ of: 'ffmpeg', done: before.done + rows.length - countUntried(), all: before.all }));
  }

  function* look() {
    if (running.length === 0) return;
    const listed = yield* call(core.processes, listOf(running.map(({ place }) => place)));
    for (const { place, rows: its, since } of running) {
      const process = listed.find(({ id }) => id === ffmpegTrialId(place)) ?? null;
      if (process && isAtWork(process) && now() - since < longestFor(its)) continue;
      yield* call(core.processDelete, { id: ffmpegTrialId(place) });
      yield* call(settle, place, process);
    }
  }

  function* settle(place: number, process: Process | null) {
    const ended = running.find((one) => one.place === place);
    running = running.filter((one) => one !== ended);
    const judged = judge(ended?.rows ?? [], process);
    outcomes.push(...judged.outcomes);
    waiting = withoutRefused([...judged.again, ...waiting], outcomes);
  }
}

/** false: the core does not take such a process. Throws a CoreError, or TestBusy. */
function* begin(place: number, rows: readonly TrialRow[]) {
  const core = yield* host('core');
  const id = ffmpegTrialId(place);
  try {
    yield* call(core.processAdd, { body: ffmpegTrialProcess(place, trialArguments(rows)) });
  } catch (error) {
    if (!(error instanceof CoreError) || codeOf(error) !== 400) throw error;
    const listed = yield* call(core.processes, listOf([place]));
    if (listed.some((one) => one.id === id)) throw busy();
    return false;
  }
  yield* call(core.processCommand, { id, body: { command: 'start' as const } });
  return true;
}

import type { Process } from '../api/answers/process.ts';
import { causeTexts } from './causeTexts.ts';
import type { Seen } from './failing.ts';
import { type Cause, failureOf, type Run, type Words } from './failure.ts';
import { linesOf, wordsOf } from './reading.ts';

/** A run of a process, looked at as a whole. */
export interface Examined {
  /** Why it failed; null: it did not, or nothing says why. */
  failure: { cause: Cause; words: Words; at: number } | null;
  /** The line that tells, among those of the log; -1 where none does. */
  line: number;
  /** What is not well while it runs, how often, and the last line of each, masked. */
  warnings: readonly { title: string; count: number; line: string }[];
}

type Report = NonNullable<Process['report']>;
type Ran = Pick<Report, 'prelude' | 'log'>;

const ENDED = ['finished', 'failed', 'killed'] as const;

/** What it was told to read and to write, as it stands in its command. */
const addressesIn = (command: readonly string[]): Pick<Run, 'inputs' | 'outputs'> => ({
  inputs: command.filter((_, i) => command[i - 1] === '-i'),
  outputs: command.slice(-1),
});

function examinedRun(ran: Ran, run: Omit<Run, 'lines' | 'seconds'>, seen: Seen): Examined {
  const { lines, seconds } = linesOf(ran);
  const found = failureOf({ ...run, lines, seconds }, seen.role, seen.channel);
  const { cause, severity, also, at, warnings } = found;
  const isFailure = severity !== 'none' && cause !== 'unknown' && (run.exec ?? null) !== null;
  const ended = Number(ran.log.at(-1)?.[0] ?? 0);
  return {
    failure: isFailure
      ? { cause, words: wordsOf(cause, seen, also, found.lines), at: Number.isFinite(ended) ? ended * 1000 : 0 }
      : null,
    line: isFailure && at >= 0 ? at - (lines.length - ran.log.length) : -1,
    warnings: warnings.map(({ cause: warned, ...warning }) => ({
      ...warning,
      title: causeTexts[warned][seen.role].title,
    })),
  };
}

/** This run and the one before it, which may have failed a moment ago. */
export interface ExaminedRuns {
  run: Examined | null;
  before: Examined | null;
}

export function examined({ state, report }: Pick<Process, 'state' | 'report'>, seen: Seen): ExaminedRuns {
  const addresses = addressesIn(state?.command ?? []);
  const exec = ENDED.find((one) => one === state?.exec) ?? null;
  const order = state?.order === 'start' || state?.order === 'stop' ? state.order : null;
  const before = report?.history.at(-1);
  return {
    run: report ? examinedRun(report, { ...addresses, exec, order }, seen) : null,
    before: before ? examinedRun(before, { ...addresses, exec: 'failed' }, seen) : null,
  };
}

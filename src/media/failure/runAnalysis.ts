import { UNREAD } from '../../api/answers/fieldSchemas.ts';
import type { Process } from '../../api/answers/process.ts';
import { causeTexts } from './causeTexts.ts';
import { isPushedTo, type RunReport, runsIn, spanOf, toldOfRun } from './coreLogExcerpt.ts';
import { boundsOf, isForCore, linesOf, wordsOf } from './diagnoseFailure.ts';
import { type Cause, failureOf, type Run, type Words } from './failureCauseAndEvidence.ts';
import type { ProcessRole } from './failureKeptOverRetries.ts';

/** A run of a process, looked at as a whole. */
export interface RunAnalysis {
  /** Why it failed; null: it did not, or nothing says why. */
  failure: { cause: Cause; words: Words; at: number; evidence: string } | null;
  /** The line that tells, among those of the log; -1 where none does. */
  line: number;
  /** Problems during the run, their number, and the last line of each, masked. */
  warnings: readonly { title: string; count: number; line: string }[];
  /** It has failed, and the core's own log may say more of it. */
  forCore: boolean;
}

const ENDED = ['finished', 'failed', 'killed'] as const;

/** The inputs and outputs in its command. */
export const addressesIn = (command: readonly string[]): Pick<Run, 'inputs' | 'outputs' | 'args'> => ({
  inputs: command.filter((_, i) => command[i - 1] === '-i'),
  outputs: command.slice(-1),
  args: command,
});

/** A process, and what the core's own log says of it. */
interface ReportedRuns {
  id: string;
  log: readonly string[];
  runs: readonly RunReport[];
}

function examinedRun(
  ran: RunReport,
  run: Omit<Run, 'lines' | 'seconds'>,
  seen: ProcessRole,
  { id, log, runs }: ReportedRuns,
): RunAnalysis {
  const { lines, seconds } = linesOf(ran);
  const { inputs = [], outputs = [] } = run;
  const about = { id, addresses: [...inputs, ...outputs], pushed: run.pushed === true };
  const ended = Number(ran.log.at(-1)?.[0] ?? 0);
  const core = toldOfRun(log, about, spanOf(ran, runs), ended, seconds);
  const found = failureOf({ ...run, lines, seconds, core }, seen.role, seen.channel);
  const { cause, severity, also, at, warnings, evidence } = found;
  const failedAt = Number.isFinite(ended) ? ended * 1000 : 0;
  const isFailure = severity !== 'none' && cause !== 'unknown' && (run.exec ?? null) !== null;
  return {
    failure: isFailure ? { cause, words: wordsOf(cause, seen, also, found.lines), at: failedAt, evidence } : null,
    line: isFailure && at >= 0 ? at - (lines.length - ran.log.length) : -1,
    warnings: warnings.map(({ cause: warned, ...warning }) => ({
      ...warning,
      title: causeTexts[warned][seen.role].title,
    })),
    forCore: (run.exec ?? null) !== null && (cause === 'none' || isForCore({ cause })),
  };
}

/** This run and the one before it, which may have failed a moment ago. */
export interface ExaminedRuns {
  run: RunAnalysis | null;
  before: RunAnalysis | null;
}

/** As it is stored: a command has its placeholders filled in. */
const isPushed = (config: Process['config']) =>
  config != null && config !== UNREAD && isPushedTo(config.input.map(({ address }) => address));

/** @param log of the core itself, as far as it was asked for */
export function analyzeRun(
  { id, config, state, report }: Pick<Process, 'id' | 'config' | 'state' | 'report'>,
  seen: ProcessRole,
  log: readonly string[] = [],
): ExaminedRuns {
  const addresses = addressesIn(state?.command ?? []);
  const exec = ENDED.find((one) => one === state?.exec) ?? null;
  const order = state?.order === 'start' || state?.order === 'stop' ? state.order : null;
  const told = { id, log, runs: runsIn(report) };
  const run = { ...addresses, ...boundsOf(config), pushed: isPushed(config) };
  const before = report?.history.at(-1);
  return {
    run: report ? examinedRun(report, { ...run, exec, order }, seen, told) : null,
    before: before ? examinedRun(before, { ...run, exec: 'failed' }, seen, told) : null,
  };
}

import { UNREAD } from '../../api/answers/fieldSchemas.ts';
import type { Process } from '../../api/answers/process.ts';
import { maskOfRun } from '../masking/maskProcessSecrets.ts';
import { type Cause, partyOf, severityOf } from './causes.ts';
import { causeTexts, shortCauseTitle } from './causeTexts.ts';
import { coreLinesOfRun, isCovered, isPushedTo, type RunReport, runsIn, spanOf } from './coreLog.ts';
import { type Diagnosis, diagnoseRun } from './diagnoseRun.ts';
import type { Run } from './parseRun.ts';
import type { ProcessFailure, ProcessRole, Words } from './processFailure.ts';

/** `core`: the core's own log of that time. */
export type RunLog = Partial<Pick<Process, 'report' | 'config' | 'state'>> & {
  core?: readonly string[];
  rtmpIsOn?: boolean | undefined;
};

type Lines = Pick<Run, 'lines' | 'seconds'>;

export function runLinesOf({ prelude, log }: Pick<RunReport, 'prelude' | 'log'>): Lines {
  const lines = log.map(([, line = '']) => line);
  const times = log.map(([at = '']) => Number(at)).filter(Number.isFinite);
  const [first] = times;
  const last = times.at(-1);
  return {
    // The core's log is limited, so it keeps the first lines separately.
    lines: prelude.every((line) => lines.includes(line)) ? lines : [...prelude, ...lines],
    seconds: first === undefined || last === undefined ? null : last - first,
  };
}

const configIn = ({ config }: RunLog) => (config && config !== UNREAD ? config : null);

export function boundsOf(config: Process['config']): Pick<Run, 'staleTimeout' | 'limits'> {
  if (config == null || config === UNREAD) return {};
  const { stale_timeout_seconds: staleTimeout, limits } = config;
  return {
    staleTimeout,
    limits: { cpuPercent: limits?.cpu_usage ?? 0, memoryMb: limits?.memory_mbytes ?? 0 },
  };
}

const argsOf = (runLog: RunLog): readonly string[] => {
  const { command = [] } = runLog.state ?? {};
  if (command.length > 0) return command;
  return (configIn(runLog)?.output ?? []).flatMap(({ options, address }) => [...options, address]);
};

/** Each start clears the log, so the failed run may be in the history. */
function ranIn({ line }: ProcessFailure, runLog: RunLog): RunReport | undefined {
  const { report, state } = runLog;
  const mask = maskOfRun(state?.command ?? []);
  const runs = runsIn(report).filter(({ log }) => log.length > 0);
  if (line !== '') return runs.find(({ log }) => mask(log.at(-1)?.[1] ?? '') === line);
  const isRunning = state?.exec === 'running' || state?.exec === 'starting';
  return isRunning ? runs[1] : runs[0];
}

function runOf(failing: ProcessFailure, runLog: RunLog): Run {
  const run = ranIn(failing, runLog);
  const config = configIn(runLog);
  const inputs = (config?.input ?? []).map(({ address }) => address);
  const outputs = (config?.output ?? []).map(({ address }) => address);
  const { exec } = runLog.state ?? {};
  const ended = failing.line === '' ? 'finished' : exec === 'killed' ? 'killed' : 'failed';
  const { lines, seconds } = run
    ? runLinesOf(run)
    : { lines: failing.line === '' ? [] : [failing.line], seconds: null };
  const pushed = isPushedTo(inputs);
  const core = coreLinesOfRun(
    runLog.core ?? [],
    { id: config?.id ?? '', addresses: [...inputs, ...outputs], pushed },
    spanOf(run, runsIn(runLog.report)),
    failing.at / 1000,
    seconds,
  );
  return {
    lines,
    seconds,
    exec: ended,
    order: 'start',
    core,
    coreIsRead: isCovered(runLog.core ?? [], failing.at / 1000),
    ...(runLog.rtmpIsOn === undefined ? {} : { rtmpIsOn: runLog.rtmpIsOn }),
    inputs,
    outputs,
    args: argsOf(runLog),
    ...boundsOf(runLog.config),
    pushed,
  };
}

/** After a limit, ffmpeg only reports an interruption. */
function limitIn(runLog: RunLog): Cause | null {
  const limits = configIn(runLog)?.limits;
  if ((limits?.memory_mbytes ?? 0) > 0) return 'limit-memory';
  return (limits?.cpu_usage ?? 0) > 0 ? 'limit-cpu' : null;
}

function causeIn(failing: ProcessFailure, runLog: RunLog, { role, channel }: ProcessRole): Diagnosis {
  const found = diagnoseRun(runOf(failing, runLog), role, channel);
  const limit = limitIn(runLog);
  if (limit === null) return found;
  if (found.cause === 'stale' && (runLog.core ?? []).length === 0) return { ...found, also: [limit, ...found.also] };
  return found;
}

export const wordsOf = (
  cause: Cause,
  { role }: ProcessRole,
  also: readonly Cause[] = [],
  lines: readonly string[] = [],
): Words => ({
  ...causeTexts[cause][role],
  short: shortCauseTitle(cause, role),
  also:
    also.map((other) => causeTexts[other][role].title).find((title) => title !== causeTexts[cause][role].title) ?? null,
  party: partyOf(cause, role),
  severity: severityOf(cause),
  lines,
});

export function diagnoseFailure(failing: ProcessFailure, runLog: RunLog, processRole: ProcessRole): ProcessFailure {
  const { cause, evidence, also, lines } = causeIn(failing, runLog, processRole);
  // A log without a cause does not replace a known cause.
  const bestCause = cause === 'unknown' || cause === 'none' || cause === 'stopped' ? failing.cause : cause;
  const words = wordsOf(bestCause, processRole, also, lines);
  return { ...failing, cause: bestCause, evidence: evidence || failing.evidence, words, unread: undefined };
}

const BY_CORE: ReadonlySet<Cause> = new Set([
  ...(['closed-after-start', 'ended', 'killed', 'no-answer', 'rtmp-closed', 'source-stalled', 'srt-rejected'] as const),
  ...(['stale', 'target-stalled', 'unknown', 'waiting-push', 'connection-lost'] as const),
]);
export const isForCore = ({ cause }: { cause: Cause }): boolean => BY_CORE.has(cause);

export const describeUpstreamFailure = (failing: ProcessFailure, processRole: ProcessRole): ProcessFailure => ({
  ...failing,
  ...{ words: wordsOf(failing.cause, processRole), unread: undefined },
});

export interface RunAnalysis {
  /** Null if it did not fail, or without a known cause. */
  failure: { cause: Cause; words: Words; at: number; evidence: string } | null;
  /** Index of the decisive line; -1 if there is none. */
  line: number;
  /** `line`: the last one, masked. */
  warnings: readonly { title: string; count: number; line: string }[];
  forCore: boolean;
}

const ENDED = ['finished', 'failed', 'killed'] as const;

export const commandAddressesIn = (command: readonly string[]): Pick<Run, 'inputs' | 'outputs' | 'args'> => ({
  inputs: command.filter((_, i) => command[i - 1] === '-i'),
  outputs: command.slice(-1),
  args: command,
});

interface ReportedRuns {
  id: string;
  log: readonly string[];
  runs: readonly RunReport[];
}

function analyzeReportedRun(
  report: RunReport,
  run: Omit<Run, 'lines' | 'seconds'>,
  processRole: ProcessRole,
  { id, log, runs }: ReportedRuns,
): RunAnalysis {
  const { lines, seconds } = runLinesOf(report);
  const { inputs = [], outputs = [] } = run;
  const about = { id, addresses: [...inputs, ...outputs], pushed: run.pushed === true };
  const ended = Number(report.log.at(-1)?.[0] ?? 0);
  const core = coreLinesOfRun(log, about, spanOf(report, runs), ended, seconds);
  const found = diagnoseRun({ ...run, lines, seconds, core }, processRole.role, processRole.channel);
  const { cause, severity, also, at, warnings, evidence } = found;
  const failedAt = Number.isFinite(ended) ? ended * 1000 : 0;
  const isFailure = severity !== 'none' && cause !== 'unknown' && (run.exec ?? null) !== null;
  return {
    failure: isFailure
      ? { cause, words: wordsOf(cause, processRole, also, found.lines), at: failedAt, evidence }
      : null,
    line: isFailure && at >= 0 ? at - (lines.length - report.log.length) : -1,
    warnings: warnings.map(({ cause: warned, ...warning }) => ({
      ...warning,
      title: causeTexts[warned][processRole.role].title,
    })),
    forCore: (run.exec ?? null) !== null && (cause === 'none' || isForCore({ cause })),
  };
}

export interface AnalyzedRuns {
  run: RunAnalysis | null;
  before: RunAnalysis | null;
}

/** Uses the stored process, because a command has its placeholders filled in. */
const isPushed = (config: Process['config']) =>
  config != null && config !== UNREAD && isPushedTo(config.input.map(({ address }) => address));

export function analyzeRun(
  { id, config, state, report }: Pick<Process, 'id' | 'config' | 'state' | 'report'>,
  processRole: ProcessRole,
  log: readonly string[] = [],
): AnalyzedRuns {
  const addresses = commandAddressesIn(state?.command ?? []);
  const exec = ENDED.find((value) => value === state?.exec) ?? null;
  const order = state?.order === 'start' || state?.order === 'stop' ? state.order : null;
  const logs = { id, log, runs: runsIn(report) };
  const run = { ...addresses, ...boundsOf(config), pushed: isPushed(config) };
  const before = report?.history.at(-1);
  return {
    run: report ? analyzeReportedRun(report, { ...run, exec, order }, processRole, logs) : null,
    before: before ? analyzeReportedRun(before, { ...run, exec: 'failed' }, processRole, logs) : null,
  };
}

// The texts are loaded with the first failure, because they are larger than the page.

import { UNREAD } from '../../api/answers/fieldSchemas.ts';
import type { Process } from '../../api/answers/process.ts';
import { partyOf, severityOf } from '../diagnosis/causes.ts';
import type { Diagnosis } from '../diagnosis/diagnose.ts';
import { shortOf } from '../diagnosis/texts/shortCauseTexts.ts';
import { maskOfRun } from '../masking/maskProcessSecrets.ts';
import { causeTexts } from './causeTexts.ts';
import { isPushedTo, type RunReport, runsIn, spanOf, toldOfRun } from './coreLogExcerpt.ts';
import { type Cause, type Failure, failureOf, type Run, type Words } from './failureCauseAndEvidence.ts';
import type { ProcessFailure, ProcessRole } from './failureKeptOverRetries.ts';

// The texts of failures are larger than the page that shows them, so they are loaded with the first failure.

export { toldOfProcess } from './coreLogExcerpt.ts';

/** A failed process as the core reports it, with the core's own log of that time. */
export type RunLog = Partial<Pick<Process, 'report' | 'config' | 'state'>> & { core?: readonly string[] };

type Lines = Pick<Run, 'lines' | 'seconds'>;

/** The lines of a run as the core keeps them. */
export function linesOf({ prelude, log }: Pick<RunReport, 'prelude' | 'log'>): Lines {
  const lines = log.map(([, line = '']) => line);
  const times = log.map(([at = '']) => Number(at)).filter(Number.isFinite);
  const [first] = times;
  const last = times.at(-1);
  return {
    // A log has room for so many lines; the first ones are kept apart.
    lines: prelude.every((line) => lines.includes(line)) ? lines : [...prelude, ...lines],
    seconds: first === undefined || last === undefined ? null : last - first,
  };
}

const configIn = ({ config }: RunLog) => (config && config !== UNREAD ? config : null);

/** By what the core ends a process, as far as it says what it has stored. */
export function boundsOf(config: Process['config']): Pick<Run, 'staleTimeout' | 'limits'> {
  if (config == null || config === UNREAD) return {};
  const { stale_timeout_seconds: staleTimeout, limits } = config;
  return {
    staleTimeout,
    limits: { cpuPercent: limits?.cpu_usage ?? 0, memoryMb: limits?.memory_mbytes ?? 0 },
  };
}

/** All that it was told, as far as the core says so. */
const argsOf = (told: RunLog): readonly string[] => {
  const { command = [] } = told.state ?? {};
  if (command.length > 0) return command;
  return (configIn(told)?.output ?? []).flatMap(({ options, address }) => [...options, address]);
};

/** Each start empties the log: the run may be an earlier one by now. */
function ranIn({ line }: ProcessFailure, told: RunLog): RunReport | undefined {
  const { report, state } = told;
  const mask = maskOfRun(state?.command ?? []);
  const runs = runsIn(report).filter(({ log }) => log.length > 0);
  if (line !== '') return runs.find(({ log }) => mask(log.at(-1)?.[1] ?? '') === line);
  const goesOn = state?.exec === 'running' || state?.exec === 'starting';
  return goesOn ? runs[1] : runs[0];
}

function runOf(failing: ProcessFailure, told: RunLog): Run {
  const ran = ranIn(failing, told);
  const config = configIn(told);
  const inputs = (config?.input ?? []).map(({ address }) => address);
  const outputs = (config?.output ?? []).map(({ address }) => address);
  const { exec } = told.state ?? {};
  const ended = failing.line === '' ? 'finished' : exec === 'killed' ? 'killed' : 'failed';
  const { lines, seconds } = ran ? linesOf(ran) : { lines: failing.line === '' ? [] : [failing.line], seconds: null };
  const pushed = isPushedTo(inputs);
  const core = toldOfRun(
    told.core ?? [],
    { id: config?.id ?? '', addresses: [...inputs, ...outputs], pushed },
    spanOf(ran, runsIn(told.report)),
    failing.at / 1000,
    seconds,
  );
  return {
    lines,
    seconds,
    exec: ended,
    order: 'start',
    core,
    inputs,
    outputs,
    args: argsOf(told),
    ...boundsOf(told.config),
    pushed,
  };
}

/** The core interrupted the process, because it was too slow or exceeded a limit: ffmpeg does not know why. */
function limitIn(told: RunLog): Cause | null {
  const limits = configIn(told)?.limits;
  if ((limits?.memory_mbytes ?? 0) > 0) return 'limit-memory';
  return (limits?.cpu_usage ?? 0) > 0 ? 'limit-cpu' : null;
}

function causeIn(failing: ProcessFailure, told: RunLog, { role, channel }: ProcessRole): Failure & Diagnosis {
  const found = failureOf(runOf(failing, told), role, channel);
  const limit = limitIn(told);
  if (limit === null) return found;
  if (found.cause === 'stale' && (told.core ?? []).length === 0) return { ...found, also: [limit, ...found.also] };
  return found;
}

/** The texts of a cause. */
export const wordsOf = (
  cause: Cause,
  { role }: ProcessRole,
  also: readonly Cause[] = [],
  lines: readonly string[] = [],
): Words => ({
  ...causeTexts[cause][role],
  short: shortOf(cause, role),
  also:
    also.map((other) => causeTexts[other][role].title).find((title) => title !== causeTexts[cause][role].title) ?? null,
  party: partyOf(cause, role),
  severity: severityOf(cause),
  lines,
});

/** Why it failed, by its log, else by its last line. */
export function withDiagnosis(failing: ProcessFailure, told: RunLog, seen: ProcessRole): ProcessFailure {
  const { cause, evidence, also, lines } = causeIn(failing, told, seen);
  // It ended, which is known; that nothing says why is no news.
  const known = cause === 'unknown' || cause === 'none' || cause === 'stopped' ? failing.cause : cause;
  const words = wordsOf(known, seen, also, lines);
  return { ...failing, cause: known, evidence: evidence || failing.evidence, words, unread: undefined };
}

/** The core's own log may say more of these. */
const BY_CORE: ReadonlySet<Cause> = new Set([
  ...(['closed-after-start', 'ended', 'killed', 'no-answer', 'rtmp-closed', 'source-stalled', 'srt-rejected'] as const),
  ...(['stale', 'target-stalled', 'unknown', 'waiting-push', 'connection-lost'] as const),
]);
export const isForCore = ({ cause }: { cause: Cause }): boolean => BY_CORE.has(cause);

/** It has no part in it: there was nothing to send. */
export const asUpstreamFailure = (failing: ProcessFailure, seen: ProcessRole): ProcessFailure => ({
  ...failing,
  ...{ words: wordsOf(failing.cause, seen), unread: undefined },
});

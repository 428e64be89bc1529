import { type Diagnosis, diagnoseRun } from '../../../src/media/diagnosis/diagnoseRun.ts';
import { type Group, group, isGroup, list, text } from './case.ts';

export interface Recording {
  id: string;
  cause: string;
  /** A control without a failure. */
  isControl: boolean;
  /** Whether its lines contain the cause. */
  tellable: boolean;
  /** The most precise cause that its lines prove. */
  best: string;
  named: string;
}

/** Least share of tellable causes to be named, and largest share of wrong ones among all. */
const NAMED_LEAST = 0.95;
const WRONG_MOST = 0.02;

const words = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** Derived from the exit code if the core's state was not recorded. */
function execOf({ exec, exit }: Group): 'finished' | 'failed' | 'killed' | null {
  if (exec === 'finished' || exec === 'failed' || exec === 'killed') return exec;
  if (exec === 'running' || typeof exit !== 'number') return null;
  if (exit === 137) return 'killed';
  return exit === 0 || exit === 255 ? 'finished' : 'failed';
}

/** @param log all lines if they were kept, otherwise the extract */
export function diagnoseRecording(recording: Group, log: readonly string[] | null): Diagnosis {
  const { order, seconds, signals, command, where, corelog } = recording;
  const args = text(command).split(' ');
  return diagnoseRun(
    {
      lines: log ?? words(recording.lines),
      seconds: typeof seconds === 'number' ? seconds : null,
      exec: execOf(recording),
      order: order === 'start' || order === 'stop' ? order : null,
      interrupted: words(signals).some((signal) => signal.startsWith('SIGINT')),
      core: words(corelog),
      inputs: args.filter((_, i) => args[i - 1] === '-i'),
      outputs: args.slice(-1),
      args,
    },
    where === 'destination' ? 'target' : 'source',
  );
}

export function namedBy({ cause, severity, warnings }: Diagnosis): string {
  const isFailure = severity !== 'none' && cause !== 'unknown';
  return isFailure ? cause : (warnings[0]?.cause ?? cause);
}

/** A run without a failure must not get a cause. */
const nameOf = ({ severity, cause }: Group, found: Diagnosis): string =>
  severity === 'none' && found.severity === 'none' ? text(cause) : severity === 'none' ? found.cause : namedBy(found);

export const isRecordings = (file: unknown): file is Group[] =>
  Array.isArray(file) && file.length > 0 && file.every((row) => isGroup(row) && typeof row.cause === 'string');

/** @param logOf reads a log by the path in the recording; null without such a file */
export const recordingsIn = (file: unknown, logOf: (path: string) => string | null): Recording[] =>
  list(file).map((recording) => {
    const log = typeof recording.log === 'string' ? logOf(recording.log) : null;
    const lines = log === null ? null : log.split(/\r?\n/).filter((line) => line !== '');
    return {
      id: text(recording.id, '(no id)'),
      cause: text(recording.cause),
      isControl: recording.severity === 'none',
      tellable: recording.tellable === true,
      best: text(recording.best, text(recording.cause)),
      named: nameOf(recording, diagnoseRecording(group(recording), lines)),
    };
  });

const isUnknown = ({ named }: Recording) => named === 'unknown';
const isNamed = ({ cause, best, tellable, named }: Recording) => named === cause || (!tellable && named === best);
const isWrong = (row: Recording) => !isNamed(row) && !isUnknown(row);

export interface Sums {
  all: number;
  tellable: number;
  named: number;
  wrong: Recording[];
  unknown: number;
  controls: number;
  healthy: number;
  isGood: boolean;
}

export function sumsOf(recordings: readonly Recording[]): Sums {
  const tellable = recordings.filter((row) => row.tellable);
  const named = tellable.filter(isNamed).length;
  const wrong = recordings.filter(isWrong);
  const controls = recordings.filter(({ isControl }) => isControl);
  const healthy = controls.filter(isNamed).length;
  const isGood =
    named >= NAMED_LEAST * tellable.length &&
    wrong.length <= WRONG_MOST * recordings.length &&
    healthy === controls.length;
  const unknown = recordings.filter(isUnknown).length;
  return {
    all: recordings.length,
    tellable: tellable.length,
    named,
    wrong,
    unknown,
    controls: controls.length,
    healthy,
    isGood,
  };
}

/** One line per cause: its count, how many were named, and what was named instead. */
export function confusionOf(recordings: readonly Recording[]): string[] {
  const causes = [...new Set(recordings.map(({ cause }) => cause))].sort();
  return causes.map((cause) => {
    const rows = recordings.filter((row) => row.cause === cause);
    const right = rows.filter(isNamed).length;
    const others = new Map<string, number>();
    for (const { named } of rows.filter((row) => row.named !== cause)) others.set(named, (others.get(named) ?? 0) + 1);
    const counts = [...others].map(([named, count]) => `${named} ${count}`).join(', ');
    return `${cause.padEnd(26)} ${String(right).padStart(3)} of ${String(rows.length).padStart(3)}${counts === '' ? '' : `  also said: ${counts}`}`;
  });
}

const share = (part: number, all: number) =>
  `${part} of ${all} (${all === 0 ? '–' : ((100 * part) / all).toFixed(1)} %)`;

export const summaryOf = ({ all, tellable, named, wrong, unknown, controls, healthy }: Sums): string[] => [
  ...wrong.map(
    ({ id, cause, best, named: said }) => `wrong: ${id} is ${cause}${best === cause ? '' : ` (${best})`}, said ${said}`,
  ),
  `tellable and named: ${share(named, tellable)}, at least ${NAMED_LEAST * 100} %`,
  `wrong: ${share(wrong.length, all)}, at most ${WRONG_MOST * 100} %`,
  `unknown: ${unknown}`,
  `healthy named as healthy: ${share(healthy, controls)}`,
];

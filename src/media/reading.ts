import { UNREAD } from '../api/answers/fields.ts';
import type { Process } from '../api/answers/process.ts';
import { causeTexts } from './causeTexts.ts';
import type { Failing, Seen } from './failing.ts';
import { type Failure, failureOf, type Run } from './failure.ts';
import { maskText } from './mask.ts';

// What failures mean weighs more than the page that shows them: it comes with the first failure.

type Report = NonNullable<Process['report']>;
type Ran = Pick<Report, 'prelude' | 'log'>;

function runOf({ prelude, log }: Ran): Run {
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

/** Each start empties the log: the run may be an earlier one by now. */
function inLog({ line }: Failing, report: Process['report'], { role, channel }: Seen): Failure | null {
  const runs = report ? [report, ...report.history.toReversed()].filter(({ log }) => log.length > 0) : [];
  const ran = line === '' ? runs[0] : runs.find(({ log }) => maskText(log.at(-1)?.[1] ?? '') === line);
  const found = ran && failureOf(runOf(ran), role, channel);
  return found && found.cause !== 'unknown' ? found : null;
}

const inLine = ({ line }: Failing, { role, channel }: Seen): Failure | null =>
  line === '' ? null : failureOf({ lines: [line], seconds: null }, role, channel);

/** What the core has interrupted was too slow, or too much: ffmpeg cannot tell. */
const isLimited = (config: Process['config']): boolean =>
  config !== undefined &&
  config !== UNREAD &&
  ((config?.limits?.cpu_usage ?? 0) > 0 || (config?.limits?.memory_mbytes ?? 0) > 0);

/** Why it failed, by its log, else by its last line. */
export function learned(failing: Failing, { report, config }: Pick<Process, 'report' | 'config'>, seen: Seen): Failing {
  const { cause: told, evidence } = inLog(failing, report, seen) ?? inLine(failing, seen) ?? failing;
  const cause = told === 'stale' && isLimited(config) ? 'limit' : told;
  return { ...failing, cause, evidence, words: causeTexts[cause][seen.role] };
}

/** It has no part in it: there was nothing to send. */
export const excused = (failing: Failing, { role }: Seen): Failing => ({
  ...failing,
  words: causeTexts[failing.cause][role],
});

import type { Process } from '../../../api/answers/process.ts';
import { halvesOf, type TrialRow } from '../../../catalog/trial/ffmpegTrialRow.ts';
import { linesOf } from '../../../media/diagnosis/diagnoseFailure.ts';
import type { RefusedRow } from '../../../media/encoding/ffmpegTrialResult.ts';
import { refusalIn } from '../../../media/failure/argumentRefusal.ts';

/** `unclear`: it failed of something that says nothing about its arguments. */
export type RowVerdict = { verdict: 'taken' | 'unclear' } | { verdict: 'refused'; line: string };
export type RowOutcome = RowVerdict & { row: TrialRow };
/** What is known by a process, and what has to be tried once more, in smaller parts. */
export interface TrialJudgement {
  outcomes: RowOutcome[];
  again: TrialRow[][];
}

const all = (rows: readonly TrialRow[], verdict: RowVerdict): TrialJudgement => ({
  outcomes: rows.map((row) => ({ row, ...verdict })),
  again: [],
});

export const isAtWork = ({ state }: Pick<Process, 'state'>) =>
  state?.exec === 'running' || state?.exec === 'starting' || state?.exec === 'finishing';

/** What a process says of its rows. null: it could not be run at all, or is lost. */
export function judge(rows: readonly TrialRow[], process: Process | null): TrialJudgement {
  if (process?.state?.exec === 'finished') return all(rows, { verdict: 'taken' });
  if (rows.length > 1) return { outcomes: [], again: halvesOf(rows) };
  const [row] = rows;
  if (!row || !process) return all(rows, { verdict: 'unclear' });
  // It waits for what is not there, with all its arguments.
  if (isAtWork(process)) return all(rows, { verdict: row.runs === 'reaching' ? 'taken' : 'unclear' });
  const { lines, seconds } = process.report ? linesOf(process.report) : { lines: [], seconds: null };
  const said = lines.length > 0 ? lines : [process.state?.last_logline ?? ''];
  const line = refusalIn({ lines: said, seconds, exec: 'failed' }, row);
  return all(rows, line === null ? { verdict: 'unclear' } : { verdict: 'refused', line });
}

/**
 * The offers to withhold: a whole one where its default is refused, or each of its tried settings; else only the
 * refused settings.
 */
export function refusedOf(outcomes: readonly RowOutcome[]): RefusedRow[] {
  const things = new Map<string, { kind: RefusedRow['kind']; name: string; outcomes: RowOutcome[] }>();
  for (const outcome of outcomes)
    for (const name of outcome.row.names) {
      const { kind } = outcome.row;
      const key = `${kind} ${name}`;
      const known = things.get(key);
      if (known) known.outcomes.push(outcome);
      else things.set(key, { kind, name, outcomes: [outcome] });
    }
  return [...things.values()].flatMap(({ kind, name, outcomes: its }): RefusedRow[] => {
    const refused = its.flatMap((one) =>
      one.verdict === 'refused' ? [{ kind, name, setting: one.row.setting, line: one.line }] : [],
    );
    const whole =
      refused.find(({ setting }) => setting === null) ?? (refused.length === its.length ? refused[0] : null);
    return whole ? [{ ...whole, setting: null }] : refused;
  });
}

/** What is left to try of something that was refused by default: nothing. */
export const withoutRefused = (batches: readonly TrialRow[][], outcomes: readonly RowOutcome[]): TrialRow[][] => {
  const refused = new Set(
    outcomes.flatMap(({ verdict, row }) => (verdict === 'refused' && row.setting === null ? keysOf(row) : [])),
  );
  if (refused.size === 0) return [...batches];
  return batches
    .map((batch) => batch.filter((row) => !keysOf(row).every((key) => refused.has(key))))
    .filter(({ length }) => length > 0);
};

const keysOf = ({ kind, names }: TrialRow) => names.map((name) => `${kind} ${name}`);

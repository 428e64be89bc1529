import type { Goal } from './loadRequests.ts';

export interface Sample {
  readonly unit: 'requests/s' | 'MiB' | 'ms';
  readonly value: number;
  /** Milliseconds, for loads only. */
  readonly p50?: number;
  readonly p99?: number;
  readonly megabytesPerSecond?: number;
  readonly errors?: number;
  /** CPU time of the core per request, which hardly depends on other load. */
  readonly cpuMicros?: number;
}

export interface Result extends Sample {
  readonly row: string;
  readonly core: string;
  readonly round: number;
}

interface Line {
  readonly row: string;
  readonly cells: readonly string[];
  readonly verdict: 'kept' | 'missed' | 'no goal';
}

/** The middle value, or the mean of the two middle ones. NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

export function linesOf(
  results: readonly Result[],
  cores: readonly string[],
  goals: ReadonlyMap<string, Goal>,
): Line[] {
  const [first = '', last = first] = [cores.at(0), cores.at(-1)];
  return [...new Set(results.map(({ row }) => row))].map((row) => {
    const resultsOf = (core: string) => results.filter((result) => result.row === row && result.core === core);
    const medianOf = (core: string) => median(resultsOf(core).map(({ value }) => value));
    const ratio = cores.length > 1 ? medianOf(first) / medianOf(last) : Number.NaN;
    const goal = goals.get(row);
    const verdict = goal === undefined || Number.isNaN(ratio) ? 'no goal' : isKept(ratio, goal) ? 'kept' : 'missed';
    const char = goal?.kind === 'at most' ? '<=' : '>=';
    const aim = goal === undefined ? '' : `${char} ${goal.ratio}`;
    return {
      row,
      verdict,
      cells: [
        ...cores.map((core) => cellOf(resultsOf(core))),
        Number.isNaN(ratio) ? '' : ratio.toFixed(2),
        verdict === 'no goal' ? aim : `${aim} ${verdict}`,
        String(results.reduce((sum, { row: resultRow, errors = 0 }) => (resultRow === row ? sum + errors : sum), 0)),
      ],
    };
  });
}

const isKept = (ratio: number, goal: Goal): boolean =>
  goal.kind === 'at least' ? ratio >= goal.ratio : ratio <= goal.ratio;

function cellOf(results: readonly Result[]): string {
  const [first] = results;
  if (first === undefined) return '–';
  const values = results.map(({ value }) => value);
  const range = values.length > 1 ? ` (${format(Math.min(...values))} to ${format(Math.max(...values))})` : '';
  const p50s = results.flatMap(({ p50 }) => p50 ?? []);
  const latency = p50s.length > 0 ? `, ${format(median(p50s))} ms` : '';
  const works = results.flatMap(({ cpuMicros }) => cpuMicros ?? []);
  const work = works.length > 0 ? `, ${format(median(works))} µs CPU` : '';
  return `${format(median(values))} ${first.unit}${range}${latency}${work}`;
}

const format = (value: number): string => value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);

/** A Markdown table with aligned columns, to be readable in a terminal. */
export function tableOf(lines: readonly Line[], cores: readonly string[]): string {
  const head = ['what', ...cores, cores.length > 1 ? `${cores.at(0)} / ${cores.at(-1)}` : 'ratio', 'goal', 'errors'];
  const rows = [head, ...lines.map(({ row, cells }) => [row, ...cells])];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const drawn = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [drawn[0], rule, ...drawn.slice(1), ''].join('\n');
}

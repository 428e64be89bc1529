import { median } from '../resultTable.ts';

/** Takes down one measurement of a row. */
export type Note = (row: string, value: number) => void;

/** A figure of the table: which rows it is for (the beginning of their names, or all of it), and how much is too much. */
interface Kind {
  readonly row: RegExp;
  readonly unit: string;
  readonly digits: number;
  /** More is a failure. */
  readonly bar?: number;
  /** Where it should go. */
  readonly aim?: number;
}

/** The first one that fits counts. */
export const kinds: readonly Kind[] = [
  { row: /^bytes until the login, gzip/, unit: 'kB', digits: 1, bar: 150, aim: 145 },
  { row: /^bytes until the login, raw/, unit: 'kB', digits: 1, bar: 450, aim: 430 },
  { row: /^bytes of it interface, gzip/, unit: 'kB', digits: 1, bar: 500 },
  { row: /^bytes of it scripts, player page, (slow phone, )?Video/, unit: 'kB', digits: 1, bar: 150 },
  { row: /^bytes/, unit: 'kB', digits: 1 },
  // With the page, its icon and what the core is asked.
  { row: /^requests until the login/, unit: '', digits: 0, bar: 14 },
  { row: /^requests/, unit: '', digits: 0 },
  { row: /^API requests, visible/, unit: '/s', digits: 2, bar: 2 },
  { row: /^API requests, hidden/, unit: '/s', digits: 2, bar: 0.1 },
  { row: /^main thread, visible, multiview/, unit: 's/min', digits: 2, bar: 4 },
  { row: /^(main thread|script), /, unit: 's/min', digits: 2 },
  { row: /^long tasks, visible, 50/, unit: '/min', digits: 1, bar: 0 },
  { row: /^long tasks/, unit: '/min', digits: 1 },
  { row: /^style recalculations, visible, 0/, unit: '/min', digits: 0, bar: 15 },
  { row: /^style recalculations/, unit: '/min', digits: 0 },
  { row: /^DOM elements, 50/, unit: '', digits: 0, bar: 600 },
  { row: /^DOM elements, 300/, unit: '', digits: 0, bar: 700 },
  { row: /^DOM elements/, unit: '', digits: 0 },
  { row: /^heap growth/, unit: 'MB', digits: 2 },
  { row: /^layout shift/, unit: '', digits: 3 },
  { row: /^hosts outside/, unit: '', digits: 0, bar: 0 },
  { row: /^first frame, player page, slow phone/, unit: 'ms', digits: 0, bar: 3500 },
  { row: /^first frame, player page/, unit: 'ms', digits: 0, bar: 1200 },
  { row: /^login (visible|pressed)/, unit: 'ms', digits: 0 },
];

export interface Figure {
  readonly row: string;
  readonly measured: string;
  readonly limit: string;
  readonly verdict: 'passed' | 'passed, aim missed' | 'FAILED' | '';
}

/** One figure for each row, in the order they were measured first: the median, judged, and from where to where it went. */
export function figuresOf(notes: readonly { row: string; value: number }[]): Figure[] {
  return [...new Set(notes.map(({ row }) => row))].map((row) => {
    const kind = kinds.find((each) => each.row.test(row));
    if (!kind) throw new Error(`Nothing is known about "${row}"`);
    const values = notes.filter((note) => note.row === row).map(({ value }) => value);
    const shown = (value: number) => value.toFixed(kind.digits);
    const [least, most] = [shown(Math.min(...values)), shown(Math.max(...values))];
    const range = least === most ? '' : ` (${least} to ${most})`;
    const { bar, aim } = kind;
    return {
      row,
      measured: `${`${shown(median(values))} ${kind.unit}`.trim()}${range}`,
      limit: bar === undefined ? '' : `<= ${bar}${aim === undefined ? '' : `, aim ${aim}`}`,
      verdict: verdictOf(median(values), kind),
    };
  });
}

function verdictOf(value: number, { bar, aim }: Kind): Figure['verdict'] {
  if (bar === undefined) return '';
  // What could not be measured has not passed.
  if (!(value <= bar)) return 'FAILED';
  return aim !== undefined && value > aim ? 'passed, aim missed' : 'passed';
}

/** A table in Markdown whose columns stand in line, so that a terminal shows it too. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = [
    ['what', 'measured', 'bar', 'verdict'],
    ...figures.map(({ row, measured, limit, verdict }) => [row, measured, limit, verdict]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const drawn = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  return [drawn[0], `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...drawn.slice(1), ''].join('\n');
}

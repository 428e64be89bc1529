import { median } from '../resultTable.ts';

export type Note = (row: string, value: number) => void;

interface Kind {
  readonly row: RegExp;
  readonly unit: string;
  readonly digits: number;
  /** Maximum, a failure above. */
  readonly bar?: number;
  readonly aim?: number;
}

/** The first match applies. */
export const kinds: readonly Kind[] = [
  { row: /^bytes until the login, gzip/, unit: 'kB', digits: 1, bar: 150, aim: 145 },
  { row: /^bytes until the login, raw/, unit: 'kB', digits: 1, bar: 450, aim: 430 },
  { row: /^bytes of the interface, gzip/, unit: 'kB', digits: 1, bar: 500 },
  { row: /^bytes of the scripts, player page, (slow phone, )?Video/, unit: 'kB', digits: 1, bar: 150 },
  { row: /^bytes/, unit: 'kB', digits: 1 },
  // Including the page, its icon and requests to the core.
  { row: /^requests until the login/, unit: '', digits: 0, bar: 14 },
  { row: /^requests/, unit: '', digits: 0 },
  { row: /^API requests, visible/, unit: '/s', digits: 2, bar: 2 },
  { row: /^API requests, hidden/, unit: '/s', digits: 2, bar: 0.1 },
  { row: /^main thread, visible, multiview/, unit: 's/min', digits: 2, bar: 4 },
  { row: /^main thread, visible, 50/, unit: 's/min', digits: 2, bar: 1.8 },
  { row: /^(main thread|script), /, unit: 's/min', digits: 2 },
  { row: /^long tasks, visible, 50/, unit: '/min', digits: 1, bar: 0 },
  { row: /^long tasks/, unit: '/min', digits: 1 },
  { row: /^style recalculations, visible, \d/, unit: '/min', digits: 0, bar: 15 },
  { row: /^style recalculations/, unit: '/min', digits: 0 },
  { row: /^DOM elements, 50/, unit: '', digits: 0, bar: 600 },
  { row: /^DOM elements, 300/, unit: '', digits: 0, bar: 700 },
  { row: /^DOM elements/, unit: '', digits: 0 },
  { row: /^heap growth/, unit: 'MB', digits: 2 },
  { row: /^layout shift, /, unit: '', digits: 3, bar: 0.005 },
  { row: /^layout shift/, unit: '', digits: 3 },
  { row: /^hosts outside/, unit: '', digits: 0, bar: 0 },
  { row: /^first frame, player page, slow phone/, unit: 'ms', digits: 0, bar: 3500 },
  { row: /^first frame, player page/, unit: 'ms', digits: 0, bar: 1200 },
  { row: /^first frame, desktop, pressed at once/, unit: 'ms', digits: 0, bar: 1300 },
  { row: /^first frame, desktop/, unit: 'ms', digits: 0, bar: 500 },
  { row: /^first frame, slow phone, pressed at once/, unit: 'ms', digits: 0, bar: 4000 },
  { row: /^first frame, slow phone/, unit: 'ms', digits: 0, bar: 2900 },
  { row: /^longest task until the frame, desktop/, unit: 'ms', digits: 0, bar: 50 },
  { row: /^longest task until the frame, slow phone/, unit: 'ms', digits: 0, bar: 200 },
  { row: /^login (visible|pressed)/, unit: 'ms', digits: 0 },
];

export interface Figure {
  readonly row: string;
  readonly measured: string;
  readonly limit: string;
  readonly verdict: 'passed' | 'passed, aim missed' | 'FAILED' | '';
}

/** Returns the median and range of each row, judged, in the order of the first measurements. */
export function figuresOf(notes: readonly { row: string; value: number }[]): Figure[] {
  return [...new Set(notes.map(({ row }) => row))].map((row) => {
    const kind = kinds.find((kind) => kind.row.test(row));
    if (!kind) throw new Error(`Nothing is known about "${row}"`);
    const values = notes.filter((note) => note.row === row).map(({ value }) => value);
    const format = (value: number) => value.toFixed(kind.digits);
    const [least, max] = [format(Math.min(...values)), format(Math.max(...values))];
    const range = least === max ? '' : ` (${least} to ${max})`;
    const { bar, aim } = kind;
    return {
      row,
      measured: `${`${format(median(values))} ${kind.unit}`.trim()}${range}`,
      limit: bar === undefined ? '' : `<= ${bar}${aim === undefined ? '' : `, aim ${aim}`}`,
      verdict: verdictOf(median(values), kind),
    };
  });
}

function verdictOf(value: number, { bar, aim }: Kind): Figure['verdict'] {
  if (bar === undefined) return '';
  // NaN fails.
  if (!(value <= bar)) return 'FAILED';
  return aim !== undefined && value > aim ? 'passed, aim missed' : 'passed';
}

/** A Markdown table with aligned columns, to be readable in a terminal. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = [
    ['what', 'measured', 'bar', 'verdict'],
    ...figures.map(({ row, measured, limit, verdict }) => [row, measured, limit, verdict]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const drawn = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  return [drawn[0], `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...drawn.slice(1), ''].join('\n');
}

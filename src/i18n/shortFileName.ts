import { sanitizeDisplayText } from './sanitizeDisplayText.ts';

const LONGEST = 500;
const FILE_NAME = { begin: 48, end: 24 };

/** Cuts a long name of a file in the middle, because its end tells its kind. */
export function shortFileName(name: string): string {
  const shown = [...sanitizeDisplayText(name, LONGEST)];
  if (shown.length <= FILE_NAME.begin + FILE_NAME.end) return shown.join('');
  return [...shown.slice(0, FILE_NAME.begin), '…', ...shown.slice(-FILE_NAME.end)].join('');
}

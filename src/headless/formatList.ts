/** Longer ones are no mistyped names. */
const MOST = 80;

export const quote = (given: unknown): string => JSON.stringify(String(given).slice(0, MOST));

/** @param what is looked for by an id @param known ids, which may be none */
export const absentText = (what: string, given: string, known: readonly string[]): string =>
  `There is no ${what} ${quote(given)}${known.length > 0 ? `, but ${formatList(known)}` : ''}`;

export const formatList = (names: readonly string[]): string => names.map(quote).join(', ');

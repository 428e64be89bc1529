/** Longer names are not typing mistakes. */
const MOST = 80;

export const quote = (given: unknown): string => JSON.stringify(String(given).slice(0, MOST));

/**
 * @param what the kind of thing with this id
 * @param known existing ids
 */
export const absentText = (what: string, given: string, known: readonly string[]): string =>
  `There is no ${what} ${quote(given)}${known.length > 0 ? `, but ${formatList(known)}` : ''}`;

export const formatList = (names: readonly string[]): string => names.map(quote).join(', ');

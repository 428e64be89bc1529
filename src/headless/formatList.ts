/** Longer names are not typing mistakes. */
const MOST = 80;

export const quote = (value: unknown): string => JSON.stringify(String(value).slice(0, MOST));

/**
 * @param kind the kind of thing with this id
 * @param values existing ids
 */
export const absentText = (kind: string, value: string, values: readonly string[]): string =>
  `There is no ${kind} ${quote(value)}${values.length > 0 ? `, but ${formatList(values)}` : ''}`;

export const formatList = (names: readonly string[]): string => names.map(quote).join(', ');

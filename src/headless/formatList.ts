/** Longer names are not typing mistakes. */
const MOST = 80;

export const quote = (value: unknown): string => JSON.stringify(String(value).slice(0, MOST));

/** @param what kind of thing with this id, such as `channel` */
export const absentText = (what: string, id: string, existing: readonly string[]): string =>
  `There is no ${what} ${quote(id)}${existing.length > 0 ? `, but ${formatList(existing)}` : ''}`;

export const formatList = (names: readonly string[]): string => names.map(quote).join(', ');

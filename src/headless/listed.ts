/** Longer ones are no mistyped names. */
const MOST = 80;

export const quoted = (given: unknown): string => JSON.stringify(String(given).slice(0, MOST));

export const listed = (names: readonly string[]): string => names.map(quoted).join(', ');

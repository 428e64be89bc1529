/** As one word of a POSIX shell, whatever is in it. */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export const SEARCHED_FROM = 12;

/** Ignores case and accents: `ete` finds "Été". */
const simple = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

export function isMatch(name: string, typed: string): boolean {
  const shown = simple(name);
  return simple(typed)
    .split(/\s+/)
    .every((part) => shown.includes(part));
}

/** With fewer channels one sees at a glance what there is. */
export const SEARCHED_FROM = 12;

/** Case and accents make no difference: `ete` finds "Été". */
const simple = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether each word that was typed is in the name. */
export function isMatch(name: string, typed: string): boolean {
  const shown = simple(name);
  return simple(typed)
    .split(/\s+/)
    .every((part) => shown.includes(part));
}

import type { Field } from '../../catalog/fields.ts';

/** A figure, or a choice of a word: two of them stand in a row. */
export function isShort(field: Field | undefined): boolean {
  switch (field?.kind) {
    case 'number':
    case 'port':
      return true;
    case 'text':
      return field.unit !== undefined;
    case 'select':
    case 'selectOrCustom':
      return field.found === undefined && isOfWords(field.options);
    case 'panel':
      return field.short === true;
    default:
      return false;
  }
}

const WORD = 20;
const isOfWords = (options: readonly { label: string }[]) => options.every(({ label }) => label.length <= WORD);

/** Neighbours that are short, and those that are not, by turns; which run it is stays when fields before it come and go. */
export function shapedRuns(fields: readonly { key: string; short: boolean }[]) {
  const runs: { key: string; short: boolean; keys: string[] }[] = [];
  for (const { key, short } of fields) {
    const last = runs.at(-1);
    if (last?.short === short) last.keys.push(key);
    else runs.push({ key: `${runs.length} ${short}`, short, keys: [key] });
  }
  return runs;
}

import type { Field } from '../../catalog/form/fields.ts';

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

/**
 * Short neighbours in rows, all others one by one. A row is named by the field before it: when fields come and go, the
 * one that is typed into stays where it is, and keeps the focus.
 */
export function shapedRuns(fields: readonly { key: string; short: boolean }[]) {
  const runs: { key: string; short: boolean; keys: string[] }[] = [];
  for (const { key, short } of fields) {
    const last = runs.at(-1);
    if (short && last?.short) last.keys.push(key);
    else runs.push({ key: short ? `after ${last?.key ?? ''}` : key, short, keys: [key] });
  }
  return runs;
}

import type { TFunction } from 'i18next';
import type { Field, Fields, Settings } from '../../catalog/fields.ts';
import { valueAt } from '../../catalog/settings.ts';
import { msg } from '../../i18n/msg.ts';

/** More do not stand beside a heading. */
const FEW = 3;
/** Characters: what is longer is an address or a text. */
const SHORT = 24;

/** What differs from the defaults: each with its value where they are few, and never a secret. */
export function changedNote(
  t: TFunction,
  fields: Fields,
  settings: Settings,
  keys: readonly string[],
): string | undefined {
  if (keys.length === 0) return undefined;
  const words = keys.flatMap((key) => {
    const field = fields[key];
    const text = field === undefined ? null : changedText(t, field, valueAt(settings, key));
    return text === null ? [] : [text];
  });
  return words.length === keys.length && words.length <= FEW
    ? words.join(', ')
    : t('{{n}} changed', { n: keys.length });
}

function changedText(t: TFunction, field: Field, value: unknown): string | null {
  if (!('label' in field) || field.kind === 'secret') return null;
  if (typeof value === 'boolean')
    return t(value ? msg('{{name}}: on') : msg('{{name}}: off'), { name: t(field.label) });
  const option = 'options' in field ? field.options.find((one) => one.value === value) : undefined;
  const text = option ? t(option.label) : typeof value === 'object' ? '' : String(value ?? '');
  if (text.length === 0 || text.length > SHORT) return null;
  return `${t(field.label)}: ${text}${'unit' in field && field.unit ? ` ${t(field.unit)}` : ''}`;
}

import type { i18n } from 'i18next';
import type { Field, Fields, Settings } from '../../catalog/form/fields.ts';
import { valueAt } from '../../catalog/form/settingValues.ts';
import { unitIn } from '../../i18n/format.ts';
import { msg } from '../../i18n/msg.ts';

type Words = Pick<i18n, 't' | 'language'>;

/** More do not stand beside a heading. */
const FEW = 3;
/** Characters: what is longer is an address or a text. */
const SHORT = 24;

/** What differs from the defaults: each with its value where they are few, and never a secret. */
export function nonDefaultSettingsSummary(
  words: Words,
  fields: Fields,
  settings: Settings,
  keys: readonly string[],
): string | undefined {
  if (keys.length === 0) return undefined;
  const { t } = words;
  const told = keys.flatMap((key) => {
    const field = fields[key];
    const text = field === undefined ? null : changedText(words, field, valueAt(settings, key));
    return text === null ? [] : [text];
  });
  return told.length === keys.length && told.length <= FEW ? told.join(', ') : t('{{n}} changed', { n: keys.length });
}

function changedText({ t, language }: Words, field: Field, value: unknown): string | null {
  if (!('label' in field) || field.kind === 'secret' || ('covered' in field && field.covered)) return null;
  if (typeof value === 'boolean')
    return t(value ? msg('{{name}}: on') : msg('{{name}}: off'), { name: t(field.label) });
  const option = 'options' in field ? field.options.find((one) => one.value === value) : undefined;
  const text = option ? t(option.label) : typeof value === 'object' ? '' : String(value ?? '');
  if (text.length === 0 || text.length > SHORT) return null;
  return `${t(field.label)}: ${text}${'unit' in field && field.unit ? ` ${unitIn(language, t(field.unit))}` : ''}`;
}

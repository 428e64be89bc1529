import { meets, type Skills } from '../media/skills.ts';
import type { Field, Fields, Settings } from './fields.ts';
import { settingsOf, valueAt } from './settings.ts';

type FieldsContext = { meta: { name: string; description: string }; skills: Skills };

/** The same form with the channel's texts in it, and without the options that this core cannot do. */
export const adaptFields = (fields: Fields, context: FieldsContext): Fields =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, adaptField(field, context)]));

function adaptField(field: Field, { meta, skills }: FieldsContext): Field {
  if (field.kind === 'meta') return { ...field, value: meta[field.of] };
  if (field.kind !== 'select') return field;
  const options = field.options.filter(({ needs = {} }) => meets(needs, skills));
  const first = options.find(({ value }) => value === field.default) ?? options[0];
  return { ...field, options, default: first?.value ?? field.default };
}

/** Keys of the required fields that are shown and empty. */
export function missingOf(fields: Fields, stored: Settings): string[] {
  const settings: Settings = settingsOf(fields, stored);
  return Object.entries(fields)
    .filter(([key, { required = false, when }]) => {
      const asked = required && (when?.(settings) ?? true);
      return asked && String(valueAt(settings, key)).trim() === '';
    })
    .map(([key]) => key);
}

import type { InputValue, ValueField } from '../../../catalog/form/fieldValues.ts';
import { msg } from '../../../i18n/msg.ts';

/** `word` is to be translated; a value stands as it is, its unit is to be translated. */
export type ValueText = { word: string } | { value: string; unit?: string };

/** What stands in a control, in a list of changes. Passwords and keys are not told, and of JSON that it was changed. */
export function toldValue(field: ValueField<unknown>, input: InputValue): ValueText {
  if (typeof input === 'boolean') return { word: input ? msg('On') : msg('Off') };
  const value = typeof input === 'string' ? input.trim() : input.join(', ');
  if (value === '') return { word: msg('empty') };
  switch (field.kind) {
    case 'secret':
      return { word: '••••••••' };
    case 'json':
      return { word: msg('changed') };
    case 'select':
    case 'selectOrCustom': {
      const chosen = field.options.find((option) => option.value === value);
      return chosen ? { word: chosen.label } : { value };
    }
    case 'list':
      return { value: value.replaceAll(/\s*[\n,]\s*/g, ', ') };
    case 'number':
    case 'text':
      return field.unit === undefined ? { value } : { value, unit: field.unit };
    default:
      return { value };
  }
}

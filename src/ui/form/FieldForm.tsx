import { useTranslation } from 'react-i18next';
import { isShown } from '../../catalog/form/evaluateFields.ts';
import { failureRemedyFields } from '../../catalog/form/failureRemedyFields.ts';
import type { Fields, Settings } from '../../catalog/form/fields.ts';
import {
  hasValue,
  type InputValue,
  inputFault,
  isFigure,
  isTyped,
  parseInput,
  settingsOf,
  showValue,
  type ValueField,
  valueAt,
  withValue,
} from '../../catalog/form/fieldValues.ts';
import { FieldRows, type FormExtras } from './FieldRows.tsx';
import { usePointed } from './pointedField.ts';
import { translateMessage } from './translateMessage.ts';
import { useTyped, useTypedFaults } from './typedInputs.ts';

interface FieldFormProps extends FormExtras {
  /** Distinguishes it from other parts of the same tab or step. */
  name?: string;
  fields: Fields;
  settings: Settings;
  onChange: (settings: Settings) => void;
}

/** Invalid numbers and lists are not passed on and block the form; invalid figures are passed on, but never saved. */
export function FieldForm({ name = '', fields, settings: stored, onChange, errors, ...extras }: FieldFormProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useTyped(name);
  const settings: Settings = settingsOf(fields, stored);
  const type = (key: string, field: ValueField, input: InputValue) => {
    const fits = !isTyped(field) || inputFault(field, input) === null;
    if (isTyped(field)) setTyped({ ...typed, [key]: input });
    if (!fits && !isFigure(field)) return;
    const value = isTyped(field) ? parseInput(field, input, valueAt(settings, key)) : input;
    onChange(settingsOf(fields, withValue(settings, key, value)));
  };
  const unread = Object.keys(typed).filter((key) => {
    const field = fields[key];
    const isKept = field === undefined || !hasValue(field) || isFigure(field) || !isShown(field, settings);
    return !isKept && inputFault(field, typed[key] ?? '') !== null;
  });
  const inputOf = (key: string, field: ValueField) => typed[key] ?? showValue(field, valueAt(settings, key));
  const unfit = Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) => {
      if (!hasValue(field) || (!isFigure(field) && typed[key] === undefined)) return [];
      const fault = inputFault(field, inputOf(key, field));
      return fault === null ? [] : [[key, translateMessage(t, fault)]];
    }),
  );
  const isHere = (key: string) => fields[key] !== undefined && isShown(fields[key], settings);
  useTypedFaults(name, { unread: unread.length > 0, wrong: Object.keys(unfit).some(isHere) });
  const pointed = usePointed(
    ({ field, keys }) => {
      const found = failureRemedyFields(fields, settings, field);
      return found.length > 0 ? found : keys.filter(isHere).slice(0, 1);
    },
    (key) => valueAt(settings, key),
  );
  return (
    <FieldRows
      {...extras}
      fields={fields}
      settings={settings}
      errors={{ ...pointed, ...errors, ...unfit }}
      inputOf={inputOf}
      onInput={type}
      // On blur, valid input is formatted; invalid input stays marked.
      onLeave={() => setTyped(Object.fromEntries(unread.map((key) => [key, typed[key] ?? ''])))}
      unread={unread.length > 0}
    />
  );
}

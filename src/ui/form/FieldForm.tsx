import { useState } from 'react';
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

interface FieldFormProps extends FormExtras {
  fields: Fields;
  /** As stored; completed with defaults here. */
  settings: Settings;
  /** Complete, with what follows from the others. */
  onChange: (settings: Settings) => void;
}

/**
 * Settings with a form; numbers and lists are passed on as values, and only those that fit. A figure is passed on as it
 * is where it does not fit: it stays in the field, marked, and no save takes it.
 */
export function FieldForm({ fields, settings: stored, onChange, errors, ...extras }: FieldFormProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<{ key: string; field: ValueField; input: InputValue } | null>(null);
  const settings: Settings = settingsOf(fields, stored);
  const type = (key: string, field: ValueField, input: InputValue) => {
    const fits = !isTyped(field) || inputFault(field, input) === null;
    setTyped(isTyped(field) ? { key, field, input } : null);
    if (!fits && !isFigure(field)) return;
    const value = isTyped(field) ? parseInput(field, input, valueAt(settings, key)) : input;
    onChange(settingsOf(fields, withValue(settings, key, value)));
  };
  const unfit = typed && inputFault(typed.field, typed.input);
  const unfitFigures = Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) => {
      if (!hasValue(field) || !isFigure(field) || typed?.key === key) return [];
      const fault = inputFault(field, showValue(field, valueAt(settings, key)));
      return fault === null ? [] : [[key, translateMessage(t, fault)]];
    }),
  );
  const isHere = (key: string) => fields[key] !== undefined && isShown(fields[key], settings);
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
      errors={{
        ...pointed,
        ...errors,
        ...unfitFigures,
        ...(typed && unfit ? { [typed.key]: translateMessage(t, unfit) } : {}),
      }}
      inputOf={(key, field) => (typed?.key === key ? typed.input : showValue(field, valueAt(settings, key)))}
      onInput={type}
      // Leaving the field shows the value that counts.
      onLeave={() => setTyped(null)}
    />
  );
}

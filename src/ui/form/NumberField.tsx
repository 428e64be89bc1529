import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../catalog/form/fields.ts';
import { inputFault, parseInput } from '../../catalog/form/fieldValues.ts';
import { unitIn } from '../../i18n/format.ts';
import type { FieldProps } from './FieldShell.tsx';
import { TextField } from './TextField.tsx';
import { translateMessage } from './translateMessage.ts';

type NumberFieldProps = FieldProps & {
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
  unit?: string;
};

/**
 * A number of a form that is no definition. Passes on only what is a whole number in its range; anything else stays in
 * the field, marked, until it is left.
 */
export function NumberField({ value, onChange, min, max, unit, ...shell }: NumberFieldProps) {
  const { t, i18n } = useTranslation();
  const [draft, setDraft] = useState<string | null>(null);
  const range = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  const field = number({ label: shell.label, default: value, ...range });
  const type = (text: string) => {
    setDraft(text);
    if (inputFault(field, text) === null) onChange(Number(parseInput(field, text, value)));
  };
  const unfit = draft === null ? null : inputFault(field, draft);
  return (
    <TextField
      {...shell}
      error={unfit === null ? shell.error : translateMessage(t, unfit)}
      value={draft ?? String(value)}
      onChange={type}
      // Leaving the field shows the value that counts.
      onBlur={() => setDraft(null)}
      inputMode="numeric"
      end={unit && unitIn(i18n.language, unit)}
    />
  );
}

import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldProps } from './FieldShell.tsx';
import { TextField } from './TextField.tsx';

type NumberFieldProps = FieldProps & {
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
  /** 1 unless given: whole numbers. */
  step?: number;
  unit?: string;
};

const parse = (draft: string) => (draft.trim() === '' ? Number.NaN : Number(draft.trim().replace(',', '.')));

/** Passes on only what is a number in its range; anything else stays in the field, marked, until it is left. */
export function NumberField({ value, onChange, min, max, step = 1, unit, ...shell }: NumberFieldProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<string | null>(null);
  const fits = (n: number) =>
    Number.isFinite(n) && n >= (min ?? n) && n <= (max ?? n) && (step % 1 !== 0 || Number.isInteger(n));
  const type = (text: string) => {
    setDraft(text);
    if (fits(parse(text))) onChange(parse(text));
  };
  const wrong = draft !== null && !fits(parse(draft));
  return (
    <TextField
      {...shell}
      error={wrong ? rangeText(t, min, max) : shell.error}
      value={draft ?? String(value)}
      onChange={type}
      // Leaving the field shows the value that counts.
      onBlur={() => setDraft(null)}
      inputMode={step % 1 === 0 ? 'numeric' : 'decimal'}
      end={unit}
    />
  );
}

function rangeText(t: TFunction, min?: number, max?: number): string {
  if (min === undefined && max === undefined) return t('Enter a number.');
  if (max === undefined) return t('Enter a number of {{min}} or higher.', { min });
  if (min === undefined) return t('Enter a number up to {{max}}.', { max });
  return t('Enter a number from {{min}} to {{max}}.', { min, max });
}

import { useTranslation } from 'react-i18next';
import { number } from '../../catalog/form/fields.ts';
import { inputFault, parseInput } from '../../catalog/form/fieldValues.ts';
import { unitIn } from '../../i18n/format.ts';
import type { FieldProps } from './FieldShell.tsx';
import { TextField } from './TextField.tsx';
import { translateMessage } from './translateMessage.ts';
import { useTyped, useTypedFaults } from './typedInputs.ts';

type NumberFieldProps = FieldProps & {
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
  unit?: string;
};

/** Only passes on whole numbers in range; other input stays marked and blocks the form. */
export function NumberField({ value, onChange, min, max, unit, ...shell }: NumberFieldProps) {
  const { t, i18n } = useTranslation();
  const [typed, setTyped] = useTyped(shell.label);
  const range = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  const field = number({ label: shell.label, default: value, ...range });
  const type = (text: string) => {
    setTyped({ text });
    if (inputFault(field, text) === null) onChange(Number(parseInput(field, text, value)));
  };
  const { text } = typed;
  const unfit = text === undefined || shell.disabled ? null : inputFault(field, text);
  useTypedFaults(shell.label, { unread: unfit !== null, wrong: unfit !== null });
  return (
    <div data-unread={unfit !== null || undefined}>
      <TextField
        {...shell}
        error={unfit === null ? shell.error : translateMessage(t, unfit)}
        value={String(text ?? value)}
        onChange={type}
        onBlur={() => unfit === null && setTyped({})}
        inputMode="numeric"
        end={unit && unitIn(i18n.language, unit)}
      />
    </div>
  );
}

import { type ComponentType, createElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field, Option } from '../../catalog/fields.ts';
import type { FieldProps } from './FieldShell.tsx';
import { MultiselectField } from './MultiselectField.tsx';
import { NumberField } from './NumberField.tsx';
import { PasswordField } from './PasswordField.tsx';
import { SelectField } from './SelectField.tsx';
import { SwitchField } from './Switch.tsx';
import { TextField } from './TextField.tsx';

type Kind = Field['kind'];

/** `value` is of the field's kind, as settingsOf made it. */
interface RowProps<K extends Kind> {
  field: Extract<Field, { kind: K }>;
  shell: FieldProps;
  value: unknown;
  onChange: (value: unknown) => void;
}

type Row<K extends Kind> = ComponentType<RowProps<K>>;

const TextRow: Row<'text'> = ({ field, shell, value, onChange }) => (
  <TextField {...shell} value={String(value)} onChange={onChange} placeholder={field.placeholder} />
);

const SecretRow: Row<'secret'> = ({ shell, value, onChange }) => (
  <PasswordField {...shell} value={String(value)} onChange={onChange} />
);

const NumberRow: Row<'number'> = ({ field, shell, value, onChange }) => (
  <NumberField {...shell} {...field} label={shell.label} help={shell.help} value={Number(value)} onChange={onChange} />
);

const ToggleRow: Row<'toggle'> = ({ shell, value, onChange }) => (
  <SwitchField {...shell} checked={value === true} onChange={onChange} />
);

function useChoices({ options, unit }: { options: readonly Option[]; unit?: string }) {
  const { t } = useTranslation();
  return options.map(({ value, label }) => ({ value, label: unit ? `${t(label)} ${unit}` : t(label) }));
}

const SelectRow: Row<'select'> = ({ field, shell, value, onChange }) => (
  <SelectField {...shell} value={String(value)} onChange={onChange} options={useChoices(field)} />
);

// No value can be this one: settings come from text fields of one line.
const TYPED = '\n';

const SelectOrCustomRow: Row<'selectOrCustom'> = ({ field, shell, value, onChange }) => {
  const { t } = useTranslation();
  const text = String(value);
  const options = useChoices(field);
  const [typing, setTyping] = useState(!field.options.some((option) => option.value === text));
  const choose = (chosen: string) => {
    setTyping(chosen === TYPED);
    if (chosen !== TYPED) onChange(chosen);
  };
  const other = { value: TYPED, label: t('Custom …') };
  const { error, help, ...head } = shell;
  return (
    <>
      <SelectField
        {...(typing ? head : shell)}
        value={typing ? TYPED : text}
        onChange={choose}
        options={[...options, other]}
      />
      {typing && (
        <TextField
          {...{ error, help }}
          label={t('{{what}}, custom value', { what: shell.label })}
          disabled={shell.disabled}
          value={text}
          onChange={onChange}
          end={field.unit}
        />
      )}
    </>
  );
};

const MultiselectRow: Row<'multiselect'> = ({ field, shell, value, onChange }) => (
  <MultiselectField
    {...shell}
    value={Array.isArray(value) ? value.map(String) : []}
    onChange={onChange}
    options={useChoices(field)}
  />
);

const MetaRow: Row<'meta'> = ({ field, shell, value }) => (
  <TextField
    {...shell}
    disabled
    value={String(value)}
    onChange={() => {}}
    {...(field.of === 'description' ? { rows: 3 } : {})}
  />
);

const rows: { [K in Kind]: Row<K> } = {
  text: TextRow,
  secret: SecretRow,
  number: NumberRow,
  toggle: ToggleRow,
  select: SelectRow,
  selectOrCustom: SelectOrCustomRow,
  multiselect: MultiselectRow,
  // Follows from the others.
  derived: () => null,
  meta: MetaRow,
};

function draw<K extends Kind>(kind: K, props: RowProps<K>) {
  const Row: Row<K> = rows[kind];
  return createElement(Row, props);
}

interface FieldRowProps {
  field: Field;
  value: unknown;
  onChange: (value: unknown) => void;
  error: string | undefined;
  disabled: boolean;
}

/** One field of a definition, its texts translated. */
export function FieldRow({ field, value, onChange, error, disabled }: FieldRowProps) {
  const { t } = useTranslation();
  const shell = {
    label: t(field.label),
    help: field.help && t(field.help),
    required: field.required,
    error,
    disabled,
  };
  // Units are words in some places (packets) and signs in others (kbit/s).
  const read = 'unit' in field && field.unit ? { ...field, unit: t(field.unit) } : field;
  return draw(field.kind, { field: read, shell, value, onChange });
}

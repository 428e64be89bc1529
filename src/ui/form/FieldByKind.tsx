import { type ComponentType, createElement, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choicesWithStored } from '../../catalog/form/evaluateFields.ts';
import type { Field, FieldOf, Kind, Option } from '../../catalog/form/fields.ts';
import type { InputValue } from '../../catalog/form/fieldValues.ts';
import { unitIn } from '../../i18n/format.ts';
import { Button, IconButton } from '../controls/Button.tsx';
import { CopyButton } from '../controls/CopyButton.tsx';
import { type FieldProps, Label, Notes, useFieldIds } from './FieldShell.tsx';
import { MultiselectField } from './MultiselectField.tsx';
import { PasswordField } from './PasswordField.tsx';
import { SelectField } from './SelectField.tsx';
import { SwitchField } from './Switch.tsx';
import { TextField } from './TextField.tsx';

function PairField({ children, ...props }: FieldProps & { children: ReactNode }) {
  const { id, 'aria-describedby': described } = useFieldIds(props);
  return (
    <fieldset className="choices" {...(described ? { 'aria-describedby': described } : {})}>
      <legend className="field-head">
        <Label field={props} />
      </legend>
      <div className="pair">{children}</div>
      <Notes field={props} id={id} />
    </fieldset>
  );
}

export interface FormParts {
  row: (key: string) => ReactNode;
  panel: (name: string) => ReactNode;
  onRefresh?: (() => void) | undefined;
}

interface RowProps<K extends Kind> {
  field: FieldOf<K>;
  shell: FieldProps;
  input: InputValue;
  onInput: (input: InputValue) => void;
  onLeave: () => void;
  form: FormParts;
}

type Row<K extends Kind> = ComponentType<RowProps<K>>;

const LINES = 5;
const JSON_LINES = 10;

const TextRow: Row<'text'> = ({ field, shell, input, onInput, onLeave }) =>
  field.covered ? (
    <PasswordField {...shell} value={String(input)} onChange={onInput} placeholder={field.placeholder} />
  ) : (
    <TextField
      {...shell}
      value={String(input)}
      onChange={onInput}
      onBlur={onLeave}
      placeholder={field.placeholder}
      suggestions={field.suggestions}
      end={field.unit}
      {...(field.rows === undefined ? {} : { rows: field.rows })}
    />
  );

const SecretRow: Row<'secret'> = ({ field, shell, input, onInput }) => (
  <PasswordField
    {...shell}
    value={String(input)}
    onChange={onInput}
    end={
      <>
        {field.draws && !shell.disabled && !shell.env && <Draw what={shell.label} onDrawn={onInput} />}
        {field.copy && <CopyButton what={shell.label} text={String(input)} />}
      </>
    }
  />
);

const RANDOM_BYTES = 16;

/** `randomUUID` would require https. */
function Draw({ what, onDrawn }: { what: string; onDrawn: (text: string) => void }) {
  const { t } = useTranslation();
  const draw = () =>
    onDrawn(
      Array.from(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)), (byte) =>
        byte.toString(16).padStart(2, '0'),
      ).join(''),
    );
  return <IconButton icon="restart" label={t('Generate: {{what}}', { what })} onClick={draw} />;
}

const NumberRow: Row<'number'> = ({ field: { step = 1, unit, unset }, shell, input, onInput, onLeave }) => {
  const { t } = useTranslation();
  return (
    <TextField
      {...shell}
      value={String(input)}
      onChange={onInput}
      onBlur={onLeave}
      inputMode={step % 1 === 0 ? 'numeric' : 'decimal'}
      placeholder={unset === undefined ? undefined : t(unset)}
      end={unit}
    />
  );
};

const PortRow: Row<'port'> = ({ shell, input, onInput, onLeave }) => (
  <TextField {...shell} value={String(input)} onChange={onInput} onBlur={onLeave} inputMode="numeric" />
);

const ListRow: Row<'list'> = ({ field, shell, input, onInput, onLeave }) => (
  <TextField
    {...shell}
    value={String(input)}
    onChange={onInput}
    onBlur={onLeave}
    placeholder={field.placeholder}
    {...(field.by === 'lines' ? { rows: LINES } : {})}
  />
);

const JsonRow: Row<'json'> = ({ shell, input, onInput }) => (
  <TextField {...shell} mono value={String(input)} onChange={onInput} rows={JSON_LINES} />
);

const ReadonlyRow: Row<'readonly'> = ({ field, shell, input }) => (
  <TextField
    {...shell}
    disabled
    value={String(input)}
    onChange={() => {}}
    {...(field.rows === undefined ? {} : { rows: field.rows })}
  />
);

const ToggleRow: Row<'toggle'> = ({ shell, input, onInput }) => (
  <SwitchField {...shell} checked={input === true} onChange={onInput} />
);

type OptionList = { options: readonly Option[]; unit?: string };

function useChoices({ options, unit }: OptionList, chosen: readonly string[]) {
  const { t } = useTranslation();
  return choicesWithStored(options, chosen).map(({ value, label, note }) => {
    // Units only follow numbers, not words such as "Automatic".
    const text = unit && /^-?[\d.]+$/.test(label) ? `${label} ${unit}` : t(label);
    return { value, label: note === undefined ? text : `${text} (${t(note)})` };
  });
}

function Refresh({ field, form: { onRefresh } }: { field: { found?: unknown }; form: FormParts }) {
  const { t } = useTranslation();
  if (!field.found || !onRefresh) return null;
  return (
    <div>
      <Button kind="quiet" icon="restart" onClick={onRefresh}>
        {t('Look again')}
      </Button>
    </div>
  );
}

const SelectRow: Row<'select'> = ({ field, shell, input, onInput, form }) => (
  <>
    <SelectField {...shell} value={String(input)} onChange={onInput} options={useChoices(field, [String(input)])} />
    <Refresh field={field} form={form} />
  </>
);

// Cannot be a real value, as those are single lines.
const TYPED = '\n';

const SelectOrCustomRow: Row<'selectOrCustom'> = ({ field, shell, input, onInput, onLeave, form }) => {
  const { t } = useTranslation();
  const text = String(input);
  const listed = field.options.some(({ value }) => value === text);
  const options = useChoices(field, listed ? [text] : []);
  const [typing, setTyping] = useState(!listed);
  const choose = (chosen: string) => {
    setTyping(chosen === TYPED);
    if (chosen !== TYPED) onInput(chosen);
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
          disabled={shell.disabled || shell.env}
          value={text}
          onChange={onInput}
          onBlur={onLeave}
          end={field.unit}
        />
      )}
      <Refresh field={field} form={form} />
    </>
  );
};

const MultiselectRow: Row<'multiselect'> = ({ field, shell, input, onInput, form }) => {
  const chosen = Array.isArray(input) ? input.map(String) : [];
  return (
    <>
      <MultiselectField {...shell} value={chosen} onChange={onInput} options={useChoices(field, chosen)} />
      <Refresh field={field} form={form} />
    </>
  );
};

const PairRow: Row<'pair'> = ({ field: { of: keys }, shell, form }) => (
  <PairField {...shell}>
    {keys.map((key) => (
      <div key={key}>{form.row(key)}</div>
    ))}
  </PairField>
);

const PanelRow: Row<'panel'> = ({ field, form }) => form.panel(field.name);

const rows: { [K in Kind]: Row<K> } = {
  text: TextRow,
  secret: SecretRow,
  number: NumberRow,
  port: PortRow,
  select: SelectRow,
  selectOrCustom: SelectOrCustomRow,
  multiselect: MultiselectRow,
  list: ListRow,
  toggle: ToggleRow,
  json: JsonRow,
  readonly: ReadonlyRow,
  hidden: () => null,
  pair: PairRow,
  panel: PanelRow,
};

function draw<K extends Kind>(kind: K, props: RowProps<K>) {
  const Row: Row<K> = rows[kind];
  return createElement(Row, props);
}

type FieldRowProps = Omit<RowProps<Kind>, 'field' | 'shell'> & {
  field: Field;
  shell: Omit<FieldProps, 'label' | 'required'>;
};

export function FieldByKind({ field, shell, ...rest }: FieldRowProps) {
  const { t, i18n } = useTranslation();
  const words = [...('help' in field && field.help ? [t(field.help)] : []), ...(shell.help ? [shell.help] : [])];
  const labelled = {
    ...shell,
    label: 'label' in field ? t(field.label) : '',
    required: field.required && !shell.disabled && !shell.env,
    help: words.length === 0 ? undefined : words.join(' '),
  };
  // Some units are words, which need a translation (packets), others are symbols (kbit/s).
  const read = 'unit' in field && field.unit ? { ...field, unit: unitIn(i18n.language, t(field.unit)) } : field;
  return draw(field.kind, { ...rest, field: read, shell: labelled });
}

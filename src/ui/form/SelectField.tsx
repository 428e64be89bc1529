import { sanitizeDisplayText } from '../../i18n/sanitizeDisplayText.ts';
import { Icon } from '../look/icons.tsx';
import { type FieldProps, FieldShell, useFieldIds } from './FieldShell.tsx';

/** Characters: a native list is as wide as its longest option. */
const OPTION = 80;

export interface Choice {
  value: string;
  label: string;
  disabled?: boolean;
  /** Translated heading, shared with following options of the same group. */
  group?: string;
}

type SelectFieldProps = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  options: readonly Choice[];
  placeholder?: string | undefined;
};

/** A native select, which needs no code for touch, keyboard and screen readers. */
export function SelectField(props: SelectFieldProps) {
  const { value, onChange, options, placeholder } = props;
  const ties = useFieldIds(props);
  const listed = options.some((option) => option.value === value);
  return (
    <FieldShell field={props} id={ties.id}>
      <div className="input">
        <select {...ties} value={value} onChange={({ target }) => onChange(target.value)}>
          {!listed && (
            <option value={value} disabled>
              {placeholder ?? sanitizeDisplayText(value, OPTION)}
            </option>
          )}
          {grouped(options).map(({ group, choices }) =>
            group === undefined ? (
              choices.map(renderOption)
            ) : (
              <optgroup key={group} label={sanitizeDisplayText(group, OPTION)}>
                {choices.map(renderOption)}
              </optgroup>
            ),
          )}
        </select>
        <Icon name="chevron" />
      </div>
    </FieldShell>
  );
}

const renderOption = ({ value, label, disabled }: Choice) => (
  <option key={value} value={value} disabled={disabled}>
    {sanitizeDisplayText(label, OPTION)}
  </option>
);

interface Group {
  group: string | undefined;
  choices: Choice[];
}

function grouped(options: readonly Choice[]): Group[] {
  const groups: Group[] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last && last.group === option.group) last.choices.push(option);
    else groups.push({ group: option.group, choices: [option] });
  }
  return groups;
}

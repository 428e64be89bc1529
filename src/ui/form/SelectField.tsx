import { legible } from '../../i18n/legible.ts';
import { Icon } from '../icons.tsx';
import { type FieldProps, FieldShell, useFieldIds } from './FieldShell.tsx';

/** Characters: the browser's own list is as wide as its longest. */
const OPTION = 80;

export interface Choice {
  value: string;
  label: string;
  disabled?: boolean;
}

type SelectFieldProps = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  options: readonly Choice[];
  /** Shown while the value is none of the options. */
  placeholder?: string | undefined;
};

/** The browser's own list: right for thumbs, keyboards and ears, and it weighs nothing. */
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
              {placeholder ?? legible(value, OPTION)}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {legible(option.label, OPTION)}
            </option>
          ))}
        </select>
        <Icon name="chevron" />
      </div>
    </FieldShell>
  );
}

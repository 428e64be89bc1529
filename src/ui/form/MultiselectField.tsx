import { type FieldProps, Label, Notes, useFieldIds } from './FieldShell.tsx';
import type { Choice } from './SelectField.tsx';

type MultiselectFieldProps = FieldProps & {
  value: readonly string[];
  onChange: (value: string[]) => void;
  options: readonly Choice[];
};

export function MultiselectField(props: MultiselectFieldProps) {
  const { value, onChange, options } = props;
  const { id, disabled, 'aria-describedby': described } = useFieldIds(props);
  const set = (option: string, on: boolean) =>
    onChange(options.map((o) => o.value).filter((o) => (o === option ? on : value.includes(o))));
  return (
    <fieldset className="choices" disabled={disabled} {...(described ? { 'aria-describedby': described } : {})}>
      <legend className="field-head">
        <Label field={props} />
      </legend>
      {options.map((option) => (
        <label key={option.value} className="choice">
          <input
            type="checkbox"
            checked={value.includes(option.value)}
            onChange={({ target }) => set(option.value, target.checked)}
          />
          {option.label}
        </label>
      ))}
      <Notes field={props} id={id} />
    </fieldset>
  );
}

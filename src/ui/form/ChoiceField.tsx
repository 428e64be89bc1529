import { type FieldProps, Label, Notes, useFieldIds } from './FieldShell.tsx';

interface ExplainedOption {
  value: string;
  label: string;
  /** For whom it is, or why it cannot be chosen. */
  note?: string;
  disabled?: boolean;
}

type ChoiceFieldProps = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  options: readonly ExplainedOption[];
  /** Two beside each other where there is room: there are many. */
  beside?: boolean;
};

/** One of a few, each with a line of explanation. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { value, onChange, options, beside = false } = props;
  const { id, disabled, ...ties } = useFieldIds(props);
  return (
    <fieldset className={beside ? 'choices choices-beside' : 'choices'} disabled={disabled} {...ties}>
      <legend className="field-head">
        <Label field={props} />
      </legend>
      {options.map((option) => (
        <label key={option.value} className="choice">
          <input
            type="radio"
            name={id}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            {option.note !== undefined && option.note !== '' && <span className="field-note">{option.note}</span>}
          </span>
        </label>
      ))}
      <Notes field={props} id={id} />
    </fieldset>
  );
}

import type { FieldProps } from './FieldShell.tsx';
import { Label, Notes, useFieldIds } from './FieldShell.tsx';
import type { Choice } from './SelectField.tsx';

type SegmentsFieldProps = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  options: readonly Choice[];
};

export function SegmentedChoiceField(props: SegmentsFieldProps) {
  const { value, onChange, options } = props;
  const { id, disabled, ...ties } = useFieldIds(props);
  return (
    <fieldset className="choices" disabled={disabled} {...ties}>
      <legend className="field-head">
        <Label field={props} />
      </legend>
      <div className="segments">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              className="visually-hidden"
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      <Notes field={props} id={id} />
    </fieldset>
  );
}

import type { ReactNode } from 'react';
import { UnfoldingDisclosure } from '../controls/UnfoldingDisclosure.tsx';
import { type FieldProps, Label, Notes, useFieldIds } from './FieldShell.tsx';

interface ExplainedOption {
  value: string;
  label: string;
  note?: string;
  disabled?: boolean;
  rare?: boolean;
}

type ChoiceFieldProps = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  options: readonly ExplainedOption[];
  beside?: boolean;
  /** Summary of the fold with the rare options, which is open while one of them is chosen. */
  others?: string;
  /** The label is for screen readers only, as a title is shown above. */
  titled?: boolean;
  children?: ReactNode;
};

export function ChoiceField(props: ChoiceFieldProps) {
  const { value, onChange, options, beside = false, others = '', titled = false, children } = props;
  const { id, disabled, ...ties } = useFieldIds(props);
  const rare = options.filter((option) => option.rare);
  const draw = (option: ExplainedOption) => (
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
  );
  return (
    <fieldset className={beside ? 'choices choices-beside' : 'choices'} disabled={disabled} {...ties}>
      <legend className={titled ? 'visually-hidden' : 'field-head'}>
        <Label field={props} />
      </legend>
      {options.filter((option) => !option.rare).map(draw)}
      {rare.length > 0 && (
        <UnfoldingDisclosure summary={others} open={rare.some((option) => option.value === value)}>
          <div className="choices">
            {rare.map(draw)}
            {children}
          </div>
        </UnfoldingDisclosure>
      )}
      <Notes field={props} id={id} />
    </fieldset>
  );
}

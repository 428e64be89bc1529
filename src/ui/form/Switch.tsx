import { EnvBadge, type FieldProps, Label, Notes, useTies } from './FieldShell.tsx';

interface SwitchProps {
  /** Names it for ears; eyes read it beside the switch. */
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** Alone, e.g. at the end of a row. */
export function Switch({ label, checked, onChange, disabled = false }: SwitchProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      className="switch"
      aria-label={label}
      aria-checked={checked}
      checked={checked}
      disabled={disabled}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}

type SwitchFieldProps = FieldProps & { checked: boolean; onChange: (checked: boolean) => void };

export function SwitchField(props: SwitchFieldProps) {
  const ties = useTies(props);
  return (
    <div className="field">
      <label className="switch-row">
        <input
          {...ties}
          type="checkbox"
          role="switch"
          className="switch"
          aria-checked={props.checked}
          checked={props.checked}
          onChange={({ target }) => props.onChange(target.checked)}
        />
        <span>
          <Label field={props} />
        </span>
        {props.env && <EnvBadge />}
      </label>
      <Notes field={props} id={ties.id} />
    </div>
  );
}

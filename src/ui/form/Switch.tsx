import { EnvBadge, type FieldProps, Label, Notes, useTies } from './FieldShell.tsx';

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

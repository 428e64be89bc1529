import type { Ref } from 'react';
import type { ColorTone } from '../look/palette.ts';
import { EnvBadge, type FieldProps, Label, Notes, useFieldIds } from './FieldShell.tsx';

type SwitchFieldProps = FieldProps & { checked: boolean; onChange: (checked: boolean) => void };

export function SwitchField(props: SwitchFieldProps) {
  const ties = useFieldIds(props);
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

interface SwitchProps {
  /** Accessible name, as there is no visible label. */
  label: string;
  checked: boolean;
  /** The change is in flight: the new state is shown, and presses are ignored. */
  busy?: boolean;
  tone?: ColorTone;
  onChange: (checked: boolean) => void;
  ref?: Ref<HTMLInputElement>;
}

export function Switch({ label, checked, busy = false, tone = 'accent', onChange, ref }: SwitchProps) {
  return (
    <input
      ref={ref}
      type="checkbox"
      role="switch"
      className={`switch tone-${tone}`}
      aria-label={label}
      aria-checked={checked}
      aria-busy={busy}
      aria-disabled={busy}
      checked={checked}
      onChange={({ target }) => !busy && onChange(target.checked)}
    />
  );
}

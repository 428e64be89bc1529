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
  /** Names it, as there is no text beside it. */
  label: string;
  checked: boolean;
  /** It changes: what is asked for is shown, and a second press does nothing. */
  busy?: boolean;
  /** How well it goes while it is on. */
  tone?: ColorTone;
  onChange: (checked: boolean) => void;
  ref?: Ref<HTMLInputElement>;
}

/** In a row, where the title says what it switches. */
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

import type { ReactNode } from 'react';
import { type FieldProps, Label, Notes, useFieldIds } from './FieldShell.tsx';

/** Two fields that are read together, such as from and to; below each other where there is no room. */
export function PairField({ children, ...props }: FieldProps & { children: ReactNode }) {
  const { id, 'aria-describedby': described } = useFieldIds(props);
  return (
    <fieldset className="choices" {...(described ? { 'aria-describedby': described } : {})}>
      <legend className="field-head">
        <Label field={props} />
      </legend>
      <div className="pair">{children}</div>
      <Notes field={props} id={id} />
    </fieldset>
  );
}

import type { ReactNode } from 'react';

interface ActionsProps {
  back?: ReactNode;
  /** Why the main button is disabled, or what happens meanwhile. An empty one keeps its place. */
  note?: ReactNode;
  children?: ReactNode;
}

/** Buttons at the foot of a form, card or page. A separate file, for the bundle of the gate. */
export function Actions({ back, note, children }: ActionsProps) {
  return (
    <div className="actions">
      {back}
      {note != null && <span className="actions-note dim small">{note}</span>}
      <div className="actions-main">{children}</div>
    </div>
  );
}

import type { ReactNode } from 'react';

interface ActionsProps {
  /** The way back, left. */
  back?: ReactNode;
  /** Why the main button cannot be pressed, or what happens meanwhile. */
  note?: ReactNode;
  /** The main button last: bottom right. */
  children?: ReactNode;
}

/** Buttons at the foot of a form, a card or a page. Apart from CardStackAndColumns.tsx, of which the gate needs nothing else. */
export function Actions({ back, note, children }: ActionsProps) {
  return (
    <div className="actions">
      {back}
      {note && <span className="actions-note dim small">{note}</span>}
      <div className="actions-main">{children}</div>
    </div>
  );
}

import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Icon } from '../look/icons.tsx';

interface DisclosureProps {
  summary: string;
  /** What is inside or differs, e.g. "3 changed". */
  note?: string | undefined;
  /** Unfolds it, when it becomes true. It never folds what somebody may be working in. */
  open?: boolean;
  children: ReactNode;
}

/** Folded until somebody wants it. Apart from CardStackAndColumns.tsx, as the gate needs nothing else of that. */
export function Disclosure({ summary, note, open = false, children }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    if (open && details.current) details.current.open = true;
  }, [open]);
  return (
    <details ref={details} className="disclosure">
      <summary>
        <Icon name="chevron" />
        {summary}
        {note && <span className="dim small">{note}</span>}
      </summary>
      <div className="disclosure-body">{children}</div>
    </details>
  );
}

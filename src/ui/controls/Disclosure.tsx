import type { ReactNode } from 'react';
import { Icon } from '../look/icons.tsx';

export interface DisclosureProps {
  summary: string;
  /** What is inside or differs, e.g. "3 changed". */
  note?: string | undefined;
  children: ReactNode;
}

/** Folded until somebody wants it. Apart from CardStackAndColumns.tsx, as the gate needs nothing else of that. */
export function Disclosure({ summary, note, children }: DisclosureProps) {
  return (
    <details className="disclosure">
      <summary>
        <Icon name="chevron" />
        {summary}
        {note && <span className="dim small">{note}</span>}
      </summary>
      <div className="disclosure-body">{children}</div>
    </details>
  );
}

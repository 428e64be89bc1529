import type { ReactNode } from 'react';
import { Icon } from '../look/icons.tsx';

export interface DisclosureProps {
  summary: string;
  note?: string | undefined;
  children: ReactNode;
}

/** A separate file, for the bundle of the gate. */
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

import type { ReactNode } from 'react';

interface TroubleProps {
  /** What happened. */
  title: string;
  /** The log line that shows it, masked. */
  evidence?: string | undefined;
  /** What to do, with a link to the very place. */
  children?: ReactNode;
  tone?: 'error' | 'warning';
}

/** What happened, why, what to do; announced when it appears. */
export function Trouble({ title, evidence, children, tone = 'error' }: TroubleProps) {
  return (
    <div role="alert" className={`trouble tone-${tone}`}>
      <strong>{title}</strong>
      {evidence && <code>{evidence}</code>}
      {children && <div>{children}</div>}
    </div>
  );
}

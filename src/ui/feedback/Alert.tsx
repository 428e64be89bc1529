import type { ReactNode } from 'react';
import type { MaskedText } from '../../media/masking/maskedText.ts';

interface AlertProps {
  /** What happened. */
  title: string;
  /** The log line that shows it, masked. */
  evidence?: MaskedText | undefined;
  /** What to do, with a link to the very place. */
  children?: ReactNode;
  /** neutral: nothing is wrong. */
  tone?: 'error' | 'warning' | 'neutral';
}

/** What happened, why, what to do; announced when it appears. */
export function Alert({ title, evidence, children, tone = 'error' }: AlertProps) {
  return (
    <div role={tone === 'neutral' ? 'status' : 'alert'} className={`alert tone-${tone}`}>
      <strong>{title}</strong>
      {evidence && <code>{evidence}</code>}
      {children && <div>{children}</div>}
    </div>
  );
}

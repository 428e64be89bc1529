import type { ReactNode } from 'react';
import type { MaskedText } from '../../media/masking/maskedText.ts';

interface AlertProps {
  title: string;
  evidence?: MaskedText | undefined;
  children?: ReactNode;
  tone?: 'error' | 'warning' | 'neutral';
}

/** Shows what happened, why and what to do; announced when it appears. */
export function Alert({ title, evidence, children, tone = 'error' }: AlertProps) {
  return (
    <div role={tone === 'neutral' ? 'status' : 'alert'} className={`alert tone-${tone}`}>
      <strong>{title}</strong>
      {evidence && <code>{evidence}</code>}
      {children && <div>{children}</div>}
    </div>
  );
}

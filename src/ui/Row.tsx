import type { ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';
import type { Tone } from './tokens.ts';

interface RowProps {
  icon?: IconName;
  title: string;
  /** One line: state word with figure, or the last error. */
  detail?: string;
  tone?: Tone;
  /** Switch, menu. */
  end?: ReactNode;
}

/** One of a list; stands in a List. */
export function Row({ icon, title, detail, tone = 'neutral', end }: RowProps) {
  return (
    <li className="row">
      {icon && <Icon name={icon} />}
      <div className="row-text">
        <div className="row-title">{title}</div>
        {detail && (
          <div className={`row-detail tone-${tone}`} title={detail}>
            {detail}
          </div>
        )}
      </div>
      {end}
    </li>
  );
}

export function List({ label, children }: { label: string; children: ReactNode }) {
  return <ul aria-label={label}>{children}</ul>;
}

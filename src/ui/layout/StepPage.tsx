import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type DrawingName, Icon } from '../look/icons.tsx';
import { Card } from './Card.tsx';
import { useTitle } from './Page.tsx';

function StepLine({ steps, current }: { steps: readonly string[]; current: number }) {
  const { t } = useTranslation();
  return (
    <ol className="steps" aria-label={t('Steps')}>
      {steps.map((step, i) => (
        <li key={step} {...(i === current ? { 'aria-current': 'step' } : {})}>
          {i < current ? <Icon name="check" size={16} label={t('Done')} /> : i + 1}
          <span>{step}</span>
        </li>
      ))}
    </ol>
  );
}

interface StepPageProps {
  title: string;
  context: string;
  lead?: ReactNode;
  /** Translated names; `current` counts from 0. */
  steps: readonly string[];
  current: number;
  foot?: ReactNode;
  children?: ReactNode;
}

/** A wizard step. Focuses its heading when it appears. */
export function StepPage({ title, context, lead, steps, current, foot, children }: StepPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(title, context);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="page page-text page-steps">
      <Card top={<StepLine steps={steps} current={current} />} foot={foot}>
        <div className="stack">
          <div>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {lead && <p className="page-lead">{lead}</p>}
          </div>
          {children}
        </div>
      </Card>
    </div>
  );
}

export function TileGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className="tiles" aria-label={label}>
      {children}
    </ul>
  );
}

interface TileProps {
  icon: DrawingName;
  title: string;
  text: string;
  /** Reason for being first; such a choice fills the row. */
  badge?: string | undefined;
  chosen?: boolean;
  onClick: () => void;
}

export function Tile({ icon, title, text, badge, chosen = false, onClick }: TileProps) {
  const large = badge !== undefined;
  return (
    <li className={large ? 'tile-large' : undefined}>
      <button type="button" className="tile" {...(chosen ? { 'aria-pressed': true } : {})} onClick={onClick}>
        <Icon name={icon} size={large ? 40 : 24} />
        <b>{title}</b>
        <small>{text}</small>
        {large && <span className="badge">{badge}</span>}
      </button>
    </li>
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from './icons.tsx';

/** Names of the steps, translated; `current` counts from 0. */
export function StepLine({ steps, current }: { steps: readonly string[]; current: number }) {
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

export function TileGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className="tiles" aria-label={label}>
      {children}
    </ul>
  );
}

interface TileProps {
  icon: IconName;
  title: string;
  /** For whom it is. */
  text: string;
  /** Why it cannot be chosen; replaces the text. */
  missing?: string | undefined;
  onClick: () => void;
}

export function Tile({ icon, title, text, missing, onClick }: TileProps) {
  const off = missing !== undefined;
  return (
    <li>
      {/* Stays in reach of the keyboard when it cannot be chosen: the reason wants to be heard. */}
      <button type="button" className="tile" {...(off ? { 'aria-disabled': true } : { onClick })}>
        <Icon name={icon} size={24} />
        <b>{title}</b>
        <small>{missing ?? text}</small>
      </button>
    </li>
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColorTone } from '../look/palette.ts';
import { InfoNote } from '../overlays/Popover.tsx';

export function Figures({ children }: { children: ReactNode }) {
  return <dl className="figures">{children}</dl>;
}

export function Dash() {
  const { t } = useTranslation();
  return (
    <span className="dim" role="img" aria-label={t('Unknown')}>
      –
    </span>
  );
}

interface FigureProps {
  label: string;
  /** Formatted; null is shown as a dash. */
  value: string | null;
  unit?: string;
  tone?: ColorTone | undefined;
  note?: string;
}

export function Figure({ label, value, unit, tone, note }: FigureProps) {
  return (
    <div className="figure">
      <dt>{label}</dt>
      <dd className={tone && value !== null ? `tone-${tone}` : undefined}>
        {value ?? <Dash />}
        {unit && value !== null && <span className="figure-unit"> {unit}</span>}
      </dd>
      {note && (
        <dd className="figure-info">
          <InfoNote about={label} text={note} />
        </dd>
      )}
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.ts';

interface MeterProps {
  label: string;
  /** 0 to 1; null if unknown. */
  share: number | null;
  warning: boolean;
}

export function Meter({ label, share, warning }: MeterProps) {
  const { i18n } = useTranslation();
  return (
    <span className={warning ? 'meter tone-warning' : 'meter'}>
      {label}{' '}
      <span className="meter-share">{share === null ? '–' : formatNumber(share, i18n.language, 0, 'percent')}</span>
      <span className="meter-bar" aria-hidden>
        <MeterFill share={share ?? 0} />
      </span>
    </span>
  );
}

/** A line, because its length is no style: a changing width would recalculate the styles of the page. */
export function MeterFill({ share, tone = '' }: { share: number; tone?: 'tone-accent' | 'tone-warning' | '' }) {
  return (
    <svg display="block" className={tone} width="100%" height="100%" aria-hidden="true">
      <line x2={`${Math.min(1, share) * 100}%`} y1="50%" y2="50%" stroke="currentColor" strokeWidth="100%" />
    </svg>
  );
}

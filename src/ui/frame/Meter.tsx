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
      {label} {share === null ? '–' : formatNumber(share, i18n.language, 0, 'percent')}
      <span className="meter-bar" aria-hidden>
        <i style={{ width: `${Math.min(1, share ?? 0) * 100}%` }} />
      </span>
    </span>
  );
}

import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.ts';
import { Icon } from '../icons.tsx';

interface FooterProps {
  /** Product, version, core, architecture: what is known of it. */
  parts: readonly string[];
  /** Shares from 0 to 1; null while nobody knows. */
  cpu: number | null;
  memory: number | null;
}

const WARN_FROM = 0.75;

export function Footer({ parts, cpu, memory }: FooterProps) {
  const { t } = useTranslation();
  return (
    <footer className="footer">
      <span>{parts.join(' · ')}</span>
      <div className="meters">
        <Meter label={t('CPU')} share={cpu} />
        <Meter label={t('Memory')} share={memory} />
      </div>
    </footer>
  );
}

function Meter({ label, share }: { label: string; share: number | null }) {
  const { t, i18n } = useTranslation();
  const high = share !== null && share >= WARN_FROM;
  return (
    <span className={high ? 'meter tone-warning' : 'meter'}>
      {high && <Icon name="alert" size={14} label={t('High')} />}
      {label} {share === null ? '–' : `${formatNumber(share * 100, i18n.language)} %`}
      <span className="meter-bar" aria-hidden>
        <i style={{ width: `${Math.min(1, share ?? 0) * 100}%` }} />
      </span>
    </span>
  );
}

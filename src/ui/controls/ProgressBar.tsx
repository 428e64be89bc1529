import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.ts';

interface ShareProps {
  label: string;
  /** 0 to 1; null if unknown. */
  share: number | null;
  figure?: string;
}

/** Announces the label only; the bar provides the progress. */
export function ProgressBar({ label, share, figure }: ShareProps) {
  const { i18n } = useTranslation();
  return (
    <div className="stack">
      <span role="status">{label}</span>
      {/* Without a value, the bar is indeterminate. */}
      <progress aria-label={label} {...(share === null ? {} : { value: share })} style={{ width: '100%' }} />
      <span className="dim small">
        {share === null ? '\u00a0' : (figure ?? formatNumber(share, i18n.language, 0, 'percent'))}
      </span>
    </div>
  );
}

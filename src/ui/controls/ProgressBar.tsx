import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.ts';

interface ShareProps {
  /** What goes on. */
  label: string;
  /** How far it is, from 0 to 1; null: nobody knows. */
  share: number | null;
  /** Shown instead of the percentage. */
  figure?: string;
}

/** Something that takes its time, and how far it is. Ears are told what goes on, and ask the bar how far. */
export function ProgressBar({ label, share, figure }: ShareProps) {
  const { i18n } = useTranslation();
  return (
    <div className="stack">
      <span role="status">{label}</span>
      {/* Without a value it moves, and says that nobody knows. */}
      <progress aria-label={label} {...(share === null ? {} : { value: share })} style={{ width: '100%' }} />
      {share !== null && (
        <span className="dim small">{figure ?? formatNumber(share, i18n.language, 0, 'percent')}</span>
      )}
    </div>
  );
}

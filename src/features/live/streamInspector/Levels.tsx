import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../i18n/format.ts';
import { type Level, SILENCE_DBFS } from '../../../media/hls/segment/loudness.ts';
import { MeterFill } from '../../../ui/frame/Meter.tsx';
import { Description } from '../../../ui/layout/DescriptionList.tsx';

export function Levels({ levels }: { levels: readonly Level[] }) {
  const { t, i18n } = useTranslation();
  const name = (at: number) => {
    if (levels.length !== 2)
      return levels.length === 1 ? t('Audio level') : t('Audio level, channel {{n}}', { n: at + 1 });
    return at === 0 ? t('Audio level, left') : t('Audio level, right');
  };
  return (
    <>
      {levels.map(({ rms, peak }, at) => (
        <Description key={name(at)} label={name(at)}>
          <Bar
            name={name(at)}
            rms={rms}
            words={t('{{level}} dBFS, peak {{peak}} dBFS', {
              level: formatNumber(rms, i18n.language),
              peak: formatNumber(peak, i18n.language),
            })}
          />
          {rms < SILENCE_DBFS ? t('silent') : t('{{n}} dBFS', { n: formatNumber(rms, i18n.language) })}
        </Description>
      ))}
    </>
  );
}

interface BarProps {
  name: string;
  rms: number;
  words: string;
  warning?: boolean;
}

export function Bar({ name, rms, words, warning = false }: BarProps) {
  const value = Math.min(0, Math.max(SILENCE_DBFS, rms));
  return (
    // biome-ignore lint/a11y/useSemanticElements: the element of this name has no part that can be styled everywhere
    <span
      role="meter"
      className="meter-bar"
      aria-label={name}
      aria-valuemin={SILENCE_DBFS}
      aria-valuemax={0}
      aria-valuenow={Math.round(value)}
      aria-valuetext={words}
    >
      <MeterFill share={1 - value / SILENCE_DBFS} tone={warning ? 'tone-warning' : 'tone-accent'} />
    </span>
  );
}

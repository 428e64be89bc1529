import { useTranslation } from 'react-i18next';
import { formatNumber, formatRate, unitIn } from '../../../i18n/format.ts';
import { codecName } from '../../../media/encoding/codecName.ts';
import { Description } from '../../../ui/layout/DescriptionList.tsx';

/** 0 and null mean unknown. */
export interface PictureStreamRow {
  codec: string;
  width: number;
  height: number;
  /** For example "High 4.1". */
  profile: string;
  fps: number | null;
  wanted: number | null;
  kbit: number | null;
  /** More than real time arrives, so there is no meaningful frame rate. */
  catchingUp?: boolean;
}

export interface SoundStreamRow {
  codec: string;
  rate: number | null;
  channels: number | null;
  kbit: number | null;
}

const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ');

const figure = (value: number, language: string) =>
  formatNumber(value, language, Math.abs(value - Math.round(value)) < 0.05 ? 0 : 1);

export function Picture({ codec, width, height, profile, fps, wanted, kbit, catchingUp = false }: PictureStreamRow) {
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  const size = width > 0 && height > 0 ? `${width}×${height}` : '';
  const low = fps !== null && wanted !== null && fps < wanted * 0.9;
  return (
    <>
      <Description label={t('Video')}>
        {joined([size, `${t(codecName(codec))} ${profile}`.trim(), kbit === null ? '' : formatRate(kbit, language)])}
      </Description>
      {fps !== null && (
        <Description label={t('Frame rate')}>
          {catchingUp
            ? t('catching up')
            : low
              ? t('{{seen}} of {{wanted}} fps', { seen: figure(fps, language), wanted: figure(wanted, language) })
              : t('{{n}} fps', { n: figure(fps, language) })}
        </Description>
      )}
    </>
  );
}

export function Sound({ codec, rate, channels, kbit }: SoundStreamRow) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const layout = () => {
    if (channels === null || channels === 0) return '';
    if (channels > 2) return t('{{n}} audio channels', { n: channels });
    return channels === 1 ? t('mono') : t('stereo');
  };
  return (
    <Description label={t('Audio')}>
      {joined([
        t(codecName(codec)),
        rate === null || rate === 0 ? '' : `${figure(rate / 1000, language)} ${unitIn(language, 'kHz')}`,
        layout(),
        kbit === null ? '' : formatRate(kbit, language),
      ])}
    </Description>
  );
}

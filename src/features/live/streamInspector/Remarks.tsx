import { useTranslation } from 'react-i18next';
import { formatNumber, formatRate } from '../../../i18n/format.ts';
import { codecName } from '../../../media/encoding/codecName.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import type { Remark } from './remarks.ts';

/** What there is to say of a source, and what to do about it where it is sent. */
export function Remarks({ remarks }: { remarks: readonly Remark[] }) {
  return remarks.map((remark) => (
    <RemarkAlert key={remark.kind === 'changed' ? `changed ${remark.of}` : remark.kind} remark={remark} />
  ));
}

function RemarkAlert({ remark }: { remark: Remark }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const listed = (names: readonly string[]) => new Intl.ListFormat(language).format(names);
  const tenths = (value: number) =>
    formatNumber(value, language, Number.isInteger(Math.round(value * 10) / 10) ? 0 : 1);
  switch (remark.kind) {
    case 'silent':
      return (
        <Alert tone="warning" title={t('No audio')}>
          {t('The audio level is below −60 dBFS. Check the mixer, and make sure the source is not muted.')}
        </Alert>
      );
    case 'black':
      return (
        <Alert tone="warning" title={t('The video is black')}>
          {t('Check the scene in the encoder, and make sure the camera is on.')}
        </Alert>
      );
    case 'frozen':
      return (
        <Alert tone="warning" title={t('The video is frozen')}>
          {t('Nothing moves. If this is not a still image, check the camera and the encoder.')}
        </Alert>
      );
    case 'keyframe':
      return (
        <Alert tone="warning" title={t('Keyframe every {{n}} s', { n: tenths(remark.n) })}>
          {t(
            '{{platforms}}: {{best}} s recommended, {{most}} s at most. In OBS: Settings, Output, Keyframe interval.',
            {
              platforms: listed(remark.platforms),
              best: remark.best,
              most: remark.most,
            },
          )}
        </Alert>
      );
    case 'slow':
      return (
        <Alert
          tone="warning"
          title={t('{{seen}} of {{wanted}} frames per second', {
            seen: tenths(remark.fps),
            wanted: tenths(remark.wanted),
          })}
        >
          {t('The encoder or its connection is too slow. Use a smaller size, a lower frame rate or a faster preset.')}
        </Alert>
      );
    case 'hole':
      return (
        <Alert tone="warning" title={t('{{n}} s are missing in the stream', { n: tenths(remark.n) })}>
          {t('Check the network connection of the source.')}
        </Alert>
      );
    case 'bitrate':
      return (
        <Alert tone="warning" title={t('The video bitrate is {{rate}}', { rate: formatRate(remark.kbit, language) })}>
          {t('The limit of {{platforms}} is {{rate}}. Lower the bitrate in the encoder, or encode the publication.', {
            platforms: listed(remark.platforms),
            rate: formatRate(remark.most, language),
          })}
        </Alert>
      );
    case 'changed': {
      const { codec, width, height } = remark.stored;
      const was =
        remark.of === 'video' && width > 0 ? `${t(codecName(codec))} ${width}×${height}` : t(codecName(codec));
      return (
        <Alert tone="warning" title={t('The source has changed since it was set up')}>
          {t('It was set up as {{was}}. Check the source in the channel settings.', {
            was,
          })}
        </Alert>
      );
    }
  }
}

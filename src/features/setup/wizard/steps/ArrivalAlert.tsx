import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/controls/Button.tsx';
import { Alert } from '../../../../ui/feedback/Alert.tsx';
import type { ArrivalFault, PictureKind } from '../arrival.ts';

export function ArrivalAlert({ fault, onPicture }: { fault: ArrivalFault; onPicture: (kind: PictureKind) => void }) {
  const { t } = useTranslation();
  if (fault.kind === 'unreadable')
    return (
      <Alert title={t('The encoder sends {{codec}}, which this ffmpeg cannot read by RTMP.', { codec: fault.codec })}>
        {t('Choose H.264 in the encoder, or send by SRT.')}
      </Alert>
    );
  return (
    <Alert tone="warning" title={t('Only audio arrives.')}>
      <p>{t('Add a color or an image here, or switch on the video in the encoder. The address stays the same.')}</p>
      {fault.isProbed && (
        <p>{t('If the encoder sends video, choose H.264 in it: HEVC, AV1 and VP9 may not arrive by RTMP.')}</p>
      )}
      <PictureChoice onPicture={onPicture} />
    </Alert>
  );
}

export function PictureChoice({ onPicture }: { onPicture: (kind: PictureKind) => void }) {
  const { t } = useTranslation();
  return (
    <div className="actions">
      <Button onClick={() => onPicture('color')}>{t('Use a color')}</Button>
      <Button onClick={() => onPicture('image')}>{t('Use an image')}</Button>
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { RootState } from '../features/root.ts';
import { premisesOf } from '../features/session/slice.ts';
import { DialogFrame } from '../ui/DialogFrame.tsx';
import { Figure, Figures } from '../ui/Figure.tsx';
import { VERSION } from './version.ts';

export function AboutDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const premises = useSelector(({ session }: RootState) => premisesOf(session));
  return (
    <DialogFrame open={open} title={t('About Sluice')} onClose={onClose}>
      <p>{t('One stream in, many out: the control interface of your own live-video server.')}</p>
      <Figures>
        <Figure label={t('Release')} value={VERSION} />
        <Figure label={t('Core')} value={premises?.about.version.number ?? null} />
        <Figure label={t('Transcoder')} value={premises?.skills.ffmpeg.version ?? null} />
        <Figure label={t('Licence')} value="Apache-2.0" />
      </Figures>
    </DialogFrame>
  );
}

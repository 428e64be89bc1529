import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { RootState } from '../features/features.ts';
import { premisesOf } from '../features/session/slice.ts';
import { Fact, Facts } from '../ui/DescriptionList.tsx';
import { DialogFrame } from '../ui/DialogFrame.tsx';
import { Mark } from '../ui/WordMark.tsx';
import { VERSION } from './version.ts';

export function AboutDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const premises = useSelector(({ session }: RootState) => premisesOf(session));
  return (
    <DialogFrame open={open} title={t('About Sluice')} onClose={onClose}>
      <div className="about">
        <Mark size={72} />
        <p>{t('One stream in, many out: the control interface of your own live-video server.')}</p>
      </div>
      <Facts>
        <Fact label={t('Release')}>{VERSION}</Fact>
        {premises && (
          <>
            <Fact label={t('Core')}>{`${premises.about.version.number} · ${premises.about.version.arch}`}</Fact>
            <Fact label={t('Transcoder')}>{`ffmpeg ${premises.skills.ffmpeg.version}`}</Fact>
          </>
        )}
        <Fact label={t('Licence')}>Apache-2.0</Fact>
      </Facts>
    </DialogFrame>
  );
}

import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { RootState } from '../features/features.ts';
import { coreInfoOf } from '../features/session/slice.ts';
import { Description, DescriptionList } from '../ui/DescriptionList.tsx';
import { DialogFrame } from '../ui/DialogFrame.tsx';
import { Mark } from '../ui/WordMark.tsx';
import { VERSION } from './version.ts';

export function AboutDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const coreInfo = useSelector(({ session }: RootState) => coreInfoOf(session));
  return (
    <DialogFrame open={open} title={t('About Sluice')} onClose={onClose}>
      <div className="about">
        <Mark size={72} />
        <p>{t('One stream in, many out: the control interface for your own live video server.')}</p>
      </div>
      <DescriptionList>
        <Description label={t('Release')}>{VERSION}</Description>
        {coreInfo && (
          <>
            <Description
              label={t('Core')}
            >{`${coreInfo.about.version.number} · ${coreInfo.about.version.arch}`}</Description>
            <Description label={t('Transcoder')}>{`ffmpeg ${coreInfo.skills.ffmpeg.version}`}</Description>
          </>
        )}
        <Description label={t('License')}>Apache-2.0</Description>
      </DescriptionList>
      {/* Made by the build (harness/build/terms.ts): nobody loads it before he asks. */}
      <a href="licenses.txt" target="_blank" rel="noreferrer">
        {t('Third-party licenses')}
      </a>
    </DialogFrame>
  );
}

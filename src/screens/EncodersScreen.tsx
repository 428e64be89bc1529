import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { coreInfoOf, type WithSession } from '../features/gate/session/slice.ts';
import { EncodersCard } from '../features/setup/encoderTrial/EncodersCard.tsx';
import { FfmpegCard } from '../features/setup/encoderTrial/FfmpegCard.tsx';
import { useEncoderTrial } from '../features/setup/encoderTrial/TrialCard.tsx';
import { isTried } from '../media/coreInfo/compatibility.ts';
import { UnfoldingDisclosure } from '../ui/controls/UnfoldingDisclosure.tsx';
import { Page } from '../ui/layout/Page.tsx';

export default function EncodersScreen() {
  const { t } = useTranslation();
  const ffmpeg = useSelector(({ session }: WithSession) => coreInfoOf(session)?.skills.ffmpeg.version);
  const trial = useEncoderTrial();
  // The trial is only needed for an unknown ffmpeg version, so it is folded otherwise.
  const isOpen = (ffmpeg !== undefined && !isTried(ffmpeg)) || (trial.status === 'running' && trial.of === 'ffmpeg');
  return (
    <Page title={t('Test the encoders of this machine')} context={t('Settings')} width="text">
      <EncodersCard />
      <UnfoldingDisclosure open={isOpen} summary={t('Which options this ffmpeg takes')}>
        <FfmpegCard />
      </UnfoldingDisclosure>
    </Page>
  );
}

import { useTranslation } from 'react-i18next';
import { EncodersCard } from '../features/setup/encoderTrial/EncodersCard.tsx';
import { FfmpegCard } from '../features/setup/encoderTrial/FfmpegCard.tsx';
import { Page } from '../ui/layout/Page.tsx';

/** What this ffmpeg takes, and what the encoders of this core can do on its machine. */
export default function EncodersScreen() {
  const { t } = useTranslation();
  return (
    <Page title={t('Test the encoders of this machine')} context={t('Settings')} width="text">
      <FfmpegCard />
      <EncodersCard />
    </Page>
  );
}

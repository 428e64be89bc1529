import { useTranslation } from 'react-i18next';
import { AllRecordings } from '../features/setup/recordings/AllRecordings.tsx';
import { Page } from '../ui/layout/Page.tsx';

export default function RecordingsScreen() {
  const { t } = useTranslation();
  return (
    <Page title={t('Recordings')} width="text">
      <AllRecordings />
    </Page>
  );
}

import { useTranslation } from 'react-i18next';
import { HistoryPanel } from '../features/setup/agentHistory/HistoryPanel.tsx';
import { Page } from '../ui/layout/Page.tsx';

export default function HistoryScreen() {
  const { t } = useTranslation();
  return (
    <Page title={t('History')}>
      <HistoryPanel />
    </Page>
  );
}

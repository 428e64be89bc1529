import { useTranslation } from 'react-i18next';
import { Multiview } from '../features/live/multiview/Multiview.tsx';
import { Page } from '../ui/layout/Page.tsx';

export default function MultiviewScreen() {
  const { t } = useTranslation();
  return (
    <Page title={t('Multiview')} width="full" quiet>
      <Multiview />
    </Page>
  );
}

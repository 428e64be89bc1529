import { useTranslation } from 'react-i18next';
import { EdgeSteps } from '../features/setup/edgeKit/EdgeSteps.tsx';
import { SizingCard } from '../features/setup/edgeKit/SizingCard.tsx';
import { Page } from '../ui/layout/Page.tsx';

export default function EdgesScreen() {
  const { t } = useTranslation();
  return (
    <Page title={t('Edges')} width="text">
      <SizingCard />
      <EdgeSteps />
    </Page>
  );
}

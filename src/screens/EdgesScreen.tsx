import { useTranslation } from 'react-i18next';
import { EdgeSteps } from '../features/setup/edgeKit/EdgeSteps.tsx';
import { SizingCard } from '../features/setup/edgeKit/SizingCard.tsx';
import { Page } from '../ui/layout/Page.tsx';

/** More viewers than this machine serves: how many edges, their files, and whether they answer. */
export default function EdgesScreen() {
  const { t } = useTranslation();
  return (
    <Page title={t('Edges')} width="text">
      <SizingCard />
      <EdgeSteps />
    </Page>
  );
}

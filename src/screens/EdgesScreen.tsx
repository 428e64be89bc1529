import { useTranslation } from 'react-i18next';
import { EdgeCheckCard } from '../features/setup/edgeKit/EdgeCheckCard.tsx';
import { KitCard } from '../features/setup/edgeKit/KitCard.tsx';
import { SizingCard } from '../features/setup/edgeKit/SizingCard.tsx';
import { Page } from '../ui/layout/Page.tsx';

/** More viewers than this machine serves: how many edges, their files, and whether they answer. */
export default function EdgesScreen() {
  const { t } = useTranslation();
  return (
    <Page title={t('Edges')} width="text">
      <SizingCard />
      <KitCard />
      <EdgeCheckCard />
    </Page>
  );
}

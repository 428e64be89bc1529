import { useTranslation } from 'react-i18next';
import { CheckCard } from '../features/edgeKit/CheckCard.tsx';
import { KitCard } from '../features/edgeKit/KitCard.tsx';
import { Page } from '../ui/Page.tsx';

/** More viewers than this machine serves: the files of edges, and whether they answer. */
export default function EdgesScreen() {
  const { t } = useTranslation();
  return (
    <Page title={t('Edges')} width="text">
      <KitCard />
      <CheckCard />
    </Page>
  );
}

import { useTranslation } from 'react-i18next';
import { ExportCard } from '../features/moving/bundleExport/ExportCard.tsx';
import { ImportCard } from '../features/moving/bundleImport/ImportCard.tsx';
import { DeclarationCard } from '../features/moving/declaration/DeclarationCard.tsx';
import { Page } from '../ui/layout/Page.tsx';

export default function MovingScreen() {
  const { t } = useTranslation();
  return (
    <Page title={t('Export and import')} width="text">
      <ExportCard />
      <ImportCard />
      {/* Last, as it comes with an answer of the core. */}
      <DeclarationCard />
    </Page>
  );
}

import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Navigate, useParams } from 'react-router-dom';
import { NotYetOpen, useEditor } from '../features/EditorPage.tsx';
import type { RootState } from '../features/features.ts';
import { RenewalNotice } from '../features/pages/RenewalNotice.tsx';
import { websiteEditor } from '../features/website/slice.ts';
import { WebsitePanel } from '../features/website/WebsitePanel.tsx';
import { Page } from '../ui/Page.tsx';

const TAB = 'general';

/** The website for viewers: whether it is there, and what it shows. */
export default function WebsiteScreen() {
  const { t } = useTranslation();
  const { tab } = useParams();
  const form = useSelector((state: RootState) => state.website);
  const retry = useEditor(websiteEditor.actions, undefined);
  if (tab !== TAB) return <Navigate to={`/playersite/${TAB}`} replace />;
  return (
    <Page title={t('Publication website')} width="text">
      <RenewalNotice />
      {form.status === 'open' ? (
        <WebsitePanel form={form} />
      ) : (
        <NotYetOpen editor={form} failed={t('The website settings could not be loaded.')} retry={retry} />
      )}
    </Page>
  );
}

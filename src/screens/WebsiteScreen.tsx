import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Navigate, useParams } from 'react-router-dom';
import type { RootState } from '../features/setup/index.ts';
import { RenewalNotice } from '../features/setup/pageRenewal/RenewalNotice.tsx';
import { websiteEditor } from '../features/setup/website/slice.ts';
import { websiteTabs } from '../features/setup/website/tabs.ts';
import { WebsitePanel } from '../features/setup/website/WebsitePanel.tsx';
import { NotYetOpen, useEditor } from '../features/shared/editor/EditorPage.tsx';
import { tabAt } from '../features/shared/editor/editorTabs.ts';
import { LinkButton } from '../ui/controls/Button.tsx';
import { EmptyState } from '../ui/layout/EmptyState.tsx';
import { Page } from '../ui/layout/Page.tsx';

export default function WebsiteScreen() {
  const { t } = useTranslation();
  const tab = tabAt(websiteTabs, useParams().tab ?? '');
  const { list, current } = useSelector((state: RootState) => state.channel);
  const { editor, retry } = useEditor(websiteEditor.actions, undefined, (state: RootState) => state.website);
  if (tab === null) return <Navigate to={`/playersite/${websiteTabs[0].id}`} replace />;
  if (list.every(({ available }) => !available))
    return (
      <Page title={t('Publication website')} width="text">
        <EmptyState
          icon="channels"
          title={t('The website needs a channel')}
          text={t(
            'It shows your channels, and none is set up yet. Set up the first one, then publish the website here.',
          )}
        >
          <LinkButton kind="main" href={`#/${current}/edit/wizard`}>
            {t('Set up the channel')}
          </LinkButton>
        </EmptyState>
      </Page>
    );
  return (
    <Page title={t('Publication website')} width={tab === 'design' ? 'wide' : 'text'}>
      {editor.status === 'open' ? (
        <>
          <RenewalNotice />
          <WebsitePanel form={editor} tab={tab} />
        </>
      ) : (
        <NotYetOpen editor={editor} failed={t('The website settings could not be loaded.')} retry={retry} />
      )}
    </Page>
  );
}

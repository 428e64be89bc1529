import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { maskText } from '../../../media/masking/mask.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Stack } from '../../../ui/layout/Card.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { bringsMarkup, DEFAULT_TEMPLATE, parseWebsiteSettings } from '../../../viewer/website/settings.ts';
import type { WithSession } from '../../gate/session/slice.ts';
import { EditorCard } from '../../shared/editor/EditorPage.tsx';
import { fieldLabel, tabLinks, tabsWithFaults } from '../../shared/editor/editorTabs.ts';
import { CodeInjectionTab } from './CodeInjectionTab.tsx';
import { DesignTab } from './DesignTab.tsx';
import { websiteFaultsOf } from './draft.ts';
import { WebsiteGeneralTab } from './GeneralTab.tsx';
import { LegalTextsTab } from './LegalTextsTab.tsx';
import { type OpenWebsite, websiteChanged, websiteEditor, websiteSaveRequested } from './slice.ts';
import { TemplateTab } from './TemplateTab.tsx';
import { type WebsiteTabId, websiteTabs } from './tabs.ts';
import { framesAreRefused } from './websiteAddress.ts';

const FORM = 'website';

const panels: Record<WebsiteTabId, ComponentType<{ form: OpenWebsite }>> = {
  general: WebsiteGeneralTab,
  template: TemplateTab,
  design: DesignTab,
  notes: LegalTextsTab,
  code_injection: CodeInjectionTab,
};

const BASE = '/playersite';

export function WebsitePanel({ form, tab }: { form: OpenWebsite; tab: WebsiteTabId }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const isRefused = useSelector(({ session }: WithSession) => framesAreRefused(session));
  const {
    draft,
    found: { playersite, published, missingTemplate },
  } = form;
  // Allows a save without changes if the pages are missing on the core.
  const fresh = Object.keys(playersite).length === 0 || published !== draft.playersite;
  const wrong = tabsWithFaults(websiteTabs, websiteFaultsOf(draft, form.stored));
  const [firstWrong = tab] = wrong;
  const Panel = panels[tab];
  const save = () => {
    if (!wrong.includes(tab) && firstWrong !== tab) navigate(`${BASE}/${firstWrong}`);
    dispatch(websiteSaveRequested());
  };
  const nameOf = ([key = '']: readonly string[]) => {
    const label = fieldLabel(websiteTabs, key);
    return label === undefined ? null : { name: t(label) };
  };
  return (
    <>
      {isRefused && bringsMarkup(parseWebsiteSettings(playersite)) && (
        <Alert tone="warning" title={t('The player on your website may stay black.')}>
          {t(
            "It uses a template or code injection, so it runs in a sandboxed frame without an origin. Only * among the core's allowed origins (CORS) lets it load the stream. Add *.",
          )}
        </Alert>
      )}
      {missingTemplate && draft.template !== DEFAULT_TEMPLATE && (
        <Alert tone="warning" title={t('The template of the website is missing.')} evidence={maskText(draft.template)}>
          <Stack>
            <p>{t('The default template is used in its place.')}</p>
            <div>
              <Button onClick={() => dispatch(websiteChanged({ template: DEFAULT_TEMPLATE }))}>
                {t('Use the default template')}
              </Button>
            </div>
          </Stack>
        </Alert>
      )}
      <EditorCard
        id={FORM}
        label={t('Publication website')}
        editor={form}
        shared={{ ...websiteEditor, nameOf, unshown: t('An uploaded file was replaced or deleted.') }}
        onSave={() => (published && !draft.playersite ? setAsking(true) : save())}
        keeps={(path) => path === BASE || path.startsWith(`${BASE}/`)}
        home="#/"
        fresh={fresh}
        note={form.busy === 'uploading' ? t('Checking the file …') : undefined}
        tabs={{
          label: t('Website settings'),
          current: tab,
          tabs: tabLinks(websiteTabs, t, (id) => `#${BASE}/${id}`, tab, form.tried ? wrong : []),
        }}
      >
        <Panel form={form} />
      </EditorCard>
      <ConfirmDialog
        open={isAsking}
        danger
        title={t('Unpublish the website?')}
        confirm={t('Unpublish')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          save();
        }}
      >
        {t(
          "All pages of the website are deleted from the core. Its background and templates are kept, and the channels' player pages stay online.",
        )}
      </ConfirmDialog>
    </>
  );
}

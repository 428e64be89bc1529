import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { msg } from '../../i18n/msg.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Stack } from '../../ui/layout.tsx';
import { bringsMarkup, DEFAULT_TEMPLATE, parseWebsiteSettings } from '../../viewer/website/settings.ts';
import { EditorCard } from '../EditorPage.tsx';
import { isEdited } from '../editor.ts';
import type { WithSession } from '../session/slice.ts';
import { GeneralTab } from './GeneralTab.tsx';
import { draftChanged, type OpenWebsite, websiteEditor, websiteSaveRequested } from './slice.ts';
import { framesAreRefused, websiteAddress } from './view.ts';

const FORM = 'website';

/** What the entries of the draft are called on the tab. */
const names: Readonly<Record<string, string>> = {
  playersite: msg('Publication website'),
  channelid: msg('Main channel'),
  title: msg('Website name'),
  share: msg('Share button'),
  template: msg('Template'),
  support: msg('Show "Made with Sluice"'),
};

export function WebsitePanel({ form }: { form: OpenWebsite }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const [asking, setAsking] = useState(false);
  const address = useSelector(({ session }: WithSession) => websiteAddress(session));
  const refused = useSelector(({ session }: WithSession) => framesAreRefused(session));
  const {
    draft,
    found: { playersite, published, missingTemplate },
  } = form;
  const fresh = Object.keys(playersite).length === 0;
  const save = () => dispatch(websiteSaveRequested());
  return (
    <>
      {refused && bringsMarkup(parseWebsiteSettings(playersite)) && (
        <Alert tone="warning" title={t('The player on your website may stay black.')}>
          {t(
            "It uses a template, code injection or notes with markup, so it runs in a sandboxed frame without an origin. Only * among the core's allowed origins (CORS) lets it load the stream. Add *.",
          )}
        </Alert>
      )}
      {missingTemplate && draft.template !== DEFAULT_TEMPLATE && (
        <Alert tone="warning" title={t('The template of the website is missing.')} evidence={draft.template}>
          <Stack>
            <p>{t('The default template is used in its place.')}</p>
            <div>
              <Button onClick={() => dispatch(draftChanged({ template: DEFAULT_TEMPLATE }))}>
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
        shared={{ ...websiteEditor, nameOf: ([key = '']) => (names[key] ? { name: t(names[key]) } : null) }}
        onSave={() => (published && !draft.playersite ? setAsking(true) : save())}
        keeps={(path) => path.startsWith('/playersite/')}
        back={<LinkButton href="#/">{t('Close')}</LinkButton>}
        note={fresh || isEdited(form) ? undefined : t('No unsaved changes.')}
      >
        <GeneralTab form={form} address={address} />
      </EditorCard>
      <ConfirmDialog
        open={asking}
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

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Alert } from '../../ui/Alert.tsx';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { Actions, Card } from '../../ui/layout.tsx';
import { bringsMarkup, parseWebsiteSettings } from '../../viewer/website/settings.ts';
import type { WithSession } from '../session/slice.ts';
import { GeneralTab } from './GeneralTab.tsx';
import { isChanged, type OpenWebsite, websiteSaveRequested } from './slice.ts';
import { framesAreRefused, websiteAddress } from './view.ts';

const FORM = 'website';

export function WebsitePanel({ form }: { form: OpenWebsite }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const [asking, setAsking] = useState(false);
  const address = useSelector(({ session }: WithSession) => websiteAddress(session));
  const refused = useSelector(({ session }: WithSession) => framesAreRefused(session));
  const { draft, stored, published, saving } = form;
  const fresh = Object.keys(stored).length === 0;
  const save = () => dispatch(websiteSaveRequested());
  return (
    <>
      {refused && bringsMarkup(parseWebsiteSettings(stored)) && (
        <Alert tone="warning" title={t('The player of your website may stay dark.')}>
          {t(
            'It carries a template, inserted code or notes with markup, and therefore runs in a frame without an origin. Among the origins that the core allows (CORS) neither * nor null is listed: add one of them.',
          )}
        </Alert>
      )}
      <Card
        foot={
          <Actions
            back={<LinkButton href="#/">{t('Close')}</LinkButton>}
            note={fresh || isChanged(form) ? undefined : t('Nothing is changed.')}
          >
            <Button kind="main" type="submit" form={FORM} busy={saving}>
              {t('Save')}
            </Button>
          </Actions>
        }
      >
        <Form
          id={FORM}
          label={t('Publication website')}
          onSubmit={() => (published && !draft.playersite ? setAsking(true) : save())}
        >
          <GeneralTab form={form} address={address} />
        </Form>
      </Card>
      <ConfirmDialog
        open={asking}
        danger
        title={t('Take the website off the air?')}
        confirm={t('Take off the air')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          save();
        }}
      >
        {t('Its first page is removed from the core. The player page of each channel stays.')}
      </ConfirmDialog>
    </>
  );
}

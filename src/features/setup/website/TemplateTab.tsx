import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Button, LinkButton } from '../../../ui/controls/Button.tsx';
import { download } from '../../../ui/controls/download.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { FileButton } from '../../../ui/form/FileButton.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { DEFAULT_TEMPLATE } from '../../../viewer/website/settings.ts';
import { templateName } from './checkTemplateFile.ts';
import { withoutTemplate } from './draft.ts';
import { type OpenWebsite, templateDeleted, templatePicked, websiteChanged } from './slice.ts';
import type { WithWebsitePreview } from './websitePreview/slice.ts';
import { TemplateFault, WebsitePreviewCard } from './websitePreview/WebsitePreview.tsx';

/** The default pages as a template, among the assets of the interface. */
const STARTER = 'website-template.txt';

export function TemplateTab({ form }: { form: OpenWebsite }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { draft, found, refused } = form;
  const uploaded = draft.uploads.templates.map(({ name }) => name);
  const names = [...new Set([...found.templates, ...uploaded])];
  return (
    <>
      <WebsitePreviewCard />
      <SelectField
        label={t('Template')}
        help={uploaded.length > 0 ? t('Uploaded when you save: {{names}}.', { names: uploaded.join(', ') }) : undefined}
        value={draft.template}
        onChange={(template) => dispatch(websiteChanged({ template }))}
        options={[
          { value: DEFAULT_TEMPLATE, label: t('Default') },
          ...names.map((name) => ({ value: name, label: name })),
        ]}
      />
      <div className="button-row">
        {draft.template === DEFAULT_TEMPLATE ? (
          <LinkButton icon="download" href={STARTER} target="_self" download="template.html">
            {t('Download the default as a start')}
          </LinkButton>
        ) : (
          <ChosenTemplate form={form} />
        )}
      </div>
      {refused?.upload === 'template' && <Refused refused={refused} />}
      <UploadTemplate form={form} names={names} />
    </>
  );
}

function Refused({ refused }: { refused: NonNullable<OpenWebsite['refused']> }) {
  const { t } = useTranslation();
  if ('fault' in refused)
    return (
      <TemplateFault {...refused.fault}>{t('The file was not taken. Correct it and upload it again.')}</TemplateFault>
    );
  const { text, values } = refused.refusal;
  return (
    <Alert title={t('Uploading the template failed')}>
      {t(text, Object.fromEntries(values.map((value, i) => [String(i), value])))}
    </Alert>
  );
}

function ChosenTemplate({ form: { draft, stored, found, busy } }: { form: OpenWebsite }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const [isAsking, setAsking] = useState(false);
  const text = useSelector(({ websitePreview: preview }: WithWebsitePreview) =>
    'template' in preview && preview.template?.name === draft.template ? preview.template.text : null,
  );
  const { template: name } = draft;
  const isStored = found.templates.includes(name);
  const discard = () => dispatch(websiteChanged({ ...withoutTemplate(draft, name), template: DEFAULT_TEMPLATE }));
  return (
    <>
      <Button
        icon="download"
        disabled={text === null}
        onClick={() => text !== null && download(`${name}.html`, text, 'text/html')}
      >
        {t('Download template')}
      </Button>
      <Button
        kind="danger"
        icon="trash"
        busy={busy === 'deleting'}
        onClick={isStored ? () => setAsking(true) : discard}
      >
        {t('Delete template')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        danger
        title={t('Delete the template "{{name}}"?', { name })}
        confirm={t('Delete template')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          dispatch(templateDeleted(name));
        }}
      >
        {stored.template === name
          ? t(
              'The website uses it. The file is deleted immediately. Viewers keep the current pages until you save the website or a channel; from then on they get the default template.',
            )
          : t('The website does not use it. The file is deleted immediately.')}
      </ConfirmDialog>
    </>
  );
}

function UploadTemplate({ form: { draft, stored, busy }, names }: { form: OpenWebsite; names: readonly string[] }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const [file, setFile] = useState<File | null>(null);
  const { templatename: name } = draft;
  const upload = (file: File) => dispatch(templatePicked({ name, file }));
  return (
    <>
      <TextField
        required
        label={t('Name of the template')}
        help={t('Letters and digits only. Enter a name, then upload an HTML file in UTF-8, up to 512000 bytes.')}
        value={name}
        onChange={(entered) => dispatch(websiteChanged({ templatename: templateName(entered) }))}
      />
      <div className="button-row">
        <FileButton
          accept=".html,.htm,text/html"
          busy={busy === 'uploading'}
          disabled={name === ''}
          onPick={(file) => (names.includes(name) ? setFile(file) : upload(file))}
        >
          {t('Upload template')}
        </FileButton>
      </div>
      <ConfirmDialog
        open={file !== null}
        danger
        title={t('Overwrite the template "{{name}}"?', { name })}
        confirm={t('Overwrite')}
        onClose={() => setFile(null)}
        onConfirm={() => {
          setFile(null);
          if (file) upload(file);
        }}
      >
        {stored.template === name
          ? t('The website uses it. The new file replaces it when you save, for viewers too.')
          : t('The new file replaces it when you save.')}
      </ConfirmDialog>
    </>
  );
}

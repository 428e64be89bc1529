import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { DEFAULT_TEMPLATE } from '../../../viewer/website/settings.ts';
import { fieldLabel } from '../../shared/editor/editorTabs.ts';
import { type OpenWebsite, websiteChanged } from './slice.ts';
import { websiteTabs } from './tabs.ts';

const ROWS = 4;

/** HTML of the operator, inserted at four places of each page. */
export function CodeInjectionTab({ form: { draft } }: { form: OpenWebsite }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const slots = [
    { key: 'inject1', help: t('For styles and fonts: <style>, <link>.') },
    { key: 'inject2', help: t('Beside the player, above the other channels.') },
    { key: 'inject3', help: t('Below the description, between two lines.') },
    { key: 'inject4', help: t('For scripts: <script>. It runs after everything else.') },
  ] as const;
  return (
    <>
      <Alert tone="neutral" title={t('This code cannot harm you.')}>
        {t(
          'The browser runs it in a closed box: it can change how the website looks and load from other servers, but it cannot reach this interface, your login or anything that viewers have stored.',
        )}
      </Alert>
      {draft.template !== DEFAULT_TEMPLATE && (
        <p className="field-note">{t('Your template decides where this code appears.')}</p>
      )}
      {slots.map(({ key, help }) => (
        <TextField
          key={key}
          mono
          label={t(fieldLabel(websiteTabs, key) ?? '')}
          help={help}
          value={draft[key]}
          onChange={(markup) => dispatch(websiteChanged({ [key]: markup }))}
          rows={ROWS}
        />
      ))}
    </>
  );
}

import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { adaptTabFields } from '../../../catalog/settingsTabs/settingsFormValues.ts';
import type { SettingsTab } from '../../../catalog/settingsTabs/settingsTabTypes.ts';
import { maskText } from '../../../media/masking/mask.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { FieldRows } from '../../../ui/form/FieldRows.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { translateMessage } from '../../../ui/form/translateMessage.ts';
import { preferenceChosen, preferencesOpened, type WithPreferences } from '../../shared/preference/slice.ts';
import { HttpsCheck } from '../httpsCheck/HttpsCheck.tsx';
import { SystemLog } from '../systemLog/SystemLog.tsx';
import type { SettingsView } from './deriveSettingsView.ts';
import { ProxyExamples } from './ProxyExamples.tsx';
import { RestartRow } from './RestartRow.tsx';
import { SignOutAllRow } from './SignOutAllRow.tsx';
import { saveRequested, settingTyped } from './slice.ts';

/** What is drawn for the panels of tabs, by name. */
const panelsOf = (form: SettingsView['situation'], unsaved: boolean): Readonly<Record<string, ReactNode>> => ({
  httpsCheck: <HttpsCheck />,
  proxyLines: <ProxyExamples config={form.config} />,
  restart: <RestartRow unsaved={unsaved} />,
  signOut: <SignOutAllRow {...form} />,
  systemLog: <SystemLog />,
});

interface TabFormProps {
  /** For the button that stands outside. */
  id: string;
  tab: SettingsTab;
  view: SettingsView;
}

/** The fields of one tab. */
export function TabForm({ id, tab, view: { tabs, situation, errors, loose, changes } }: TabFormProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const preferences = useSelector(({ preference }: WithPreferences) => preference);
  useEffect(() => {
    const keys = Object.values(tab.fields).flatMap(({ browserKey }) => browserKey ?? []);
    if (keys.length > 0) dispatch(preferencesOpened(keys));
  }, [dispatch, tab]);
  const refused = loose.tabs[tab.id];
  const said = Object.entries(errors).map(([path, error]) => [path, translateMessage(t, error)]);
  const tabLink = (asked: string) => {
    const there = tabs.find((one) => one.id === asked);
    return there ? { href: `#/settings/${there.id}`, title: there.title } : null;
  };
  return (
    <Form id={id} label={t(tab.title)} onSubmit={() => dispatch(saveRequested())}>
      {refused && <Alert title={t('Rejected by the core:')} evidence={maskText(refused.join('\n'))} />}
      <FieldRows
        fields={adaptTabFields(tab, situation)}
        settings={situation.settings}
        inputOf={(path) => situation.draft[path] ?? ''}
        onInput={(path, _, value) => dispatch(settingTyped({ path, value }))}
        errors={Object.fromEntries(said)}
        tabLink={tabLink}
        preferences={{
          values: preferences,
          onChange: (key, value) => dispatch(preferenceChosen({ key, value })),
        }}
        panels={panelsOf(situation, changes.length > 0)}
      />
    </Form>
  );
}

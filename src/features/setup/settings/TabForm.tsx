import { type ReactNode, Suspense, use, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { inputOnceLeft } from '../../../catalog/form/fieldValues.ts';
import { adaptTabFields } from '../../../catalog/settingsTabs/settingsFormValues.ts';
import type { SettingsTab } from '../../../catalog/settingsTabs/settingsTabTypes.ts';
import { maskText } from '../../../media/masking/mask.ts';
import { ownText } from '../../../media/masking/maskedText.ts';
import { PROXIES, proxyExamples } from '../../../media/preflight/httpsCheck.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { LogView } from '../../../ui/controls/LogView.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { WaitingNote } from '../../../ui/feedback/Waiting.tsx';
import { FieldRows } from '../../../ui/form/FieldRows.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { translateMessage } from '../../../ui/form/translateMessage.ts';
import { Stack } from '../../../ui/layout/Card.tsx';
import { preferenceChosen, preferencesOpened, type WithPreferences } from '../../shared/preference/slice.ts';
import { restartAsked } from '../../shared/restart/slice.ts';
import { HttpsCheckCard } from '../httpsCheck/HttpsCheck.tsx';
import { SystemLog } from '../systemLog/SystemLog.tsx';
import type { SettingsView } from './deriveSettingsView.ts';
import { SIGNED_WITH, signOutRequested } from './loginChange.ts';
import { settingTyped } from './slice.ts';

function SignOutAllRow({ config, overrides }: Pick<SettingsView['situation'], 'config' | 'overrides'>) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  if (config.api?.auth?.enable !== true) return <p className="dim">{t('There are no sessions without a login.')}</p>;
  if (overrides.includes(SIGNED_WITH)) {
    return (
      <p className="dim">
        {t('This is fixed by an environment variable: {{name}}', { name: 'CORE_API_AUTH_JWT_SECRET' })}
      </p>
    );
  }
  return (
    <Stack>
      <p className="dim">
        {t('Ends all sessions, including those of programs that use the API. You stay logged in here.')}
      </p>
      <div>
        <Button onClick={() => dispatch(signOutRequested())}>{t('Log out everywhere …')}</Button>
      </div>
    </Stack>
  );
}

const LINES_PX = 480;

/** Loads each file once; null: it did not load. */
const examples = new Map<string, Promise<string | null>>();

function exampleOf(file: string): Promise<string | null> {
  const request = examples.get(file) ?? fetchExample(file);
  examples.set(file, request);
  return request;
}

async function fetchExample(file: string): Promise<string | null> {
  try {
    const response = await fetch(`proxy/${file}`, { cache: 'no-cache' });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

function ProxyExamples({ config }: Pick<SettingsView['situation'], 'config'>) {
  const { t } = useTranslation();
  const [file, setFile] = useState('');
  return (
    <Stack>
      <SelectField
        label={t('Configuration for a proxy')}
        help={t('A proxy in front of the core provides HTTPS. Shown with your domain and port.')}
        placeholder={t('Choose a proxy …')}
        value={file}
        onChange={setFile}
        options={Object.entries(PROXIES).map(([value, label]) => ({ value, label }))}
      />
      {file !== '' && (
        <Suspense fallback={<WaitingNote text={t('Loading …')} height={LINES_PX} />}>
          <Lines file={file} config={config} />
        </Suspense>
      )}
    </Stack>
  );
}

function Lines({ file, config }: { file: string } & Pick<SettingsView['situation'], 'config'>) {
  const { t } = useTranslation();
  const example = use(exampleOf(file));
  if (example === null) return <Alert title={t('The example could not be loaded from the core.')} />;
  return (
    <LogView
      ended
      label={file}
      lines={proxyExamples(example, config)
        .split('\n')
        .map((text) => ({ text: ownText(text) }))}
    />
  );
}

/** Disabled with unsaved changes, because a restart would not apply them. */
function RestartRow({ unsaved }: { unsaved: boolean }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return (
    <div>
      <Button icon="restart" disabled={unsaved} onClick={() => dispatch(restartAsked())}>
        {t('Restart the core …')}
      </Button>
      {unsaved && (
        <p className="dim small">
          {t('You have unsaved changes. Please save them before you can control the service again.')}
        </p>
      )}
    </div>
  );
}

const panelsOf = (form: SettingsView['situation'], unsaved: boolean): Readonly<Record<string, ReactNode>> => ({
  httpsCheck: <HttpsCheckCard />,
  proxyLines: <ProxyExamples config={form.config} />,
  restart: <RestartRow unsaved={unsaved} />,
  signOut: <SignOutAllRow {...form} />,
  systemLog: <SystemLog />,
});

interface TabFormProps {
  /** Lets the save button outside the form submit it. */
  id: string;
  tab: SettingsTab;
  view: SettingsView;
  onSubmit: () => void;
}

export function SettingsTabForm({ id, tab, view, onSubmit }: TabFormProps) {
  const { tabs, situation, errors, loose, changes } = view;
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const preferences = useSelector(({ preference }: WithPreferences) => preference);
  useEffect(() => {
    const keys = Object.values(tab.fields).flatMap(({ browserKey }) => browserKey ?? []);
    if (keys.length > 0) dispatch(preferencesOpened(keys));
  }, [dispatch, tab]);
  const refusal = loose.tabs[tab.id];
  const messages = Object.entries(errors).map(([path, error]) => [path, translateMessage(t, error)]);
  const tabLink = (tabId: string) => {
    const target = tabs.find((tab) => tab.id === tabId);
    return target ? { href: `#/settings/${target.id}`, title: target.title } : null;
  };
  return (
    <Form id={id} label={t(tab.title)} onSubmit={onSubmit}>
      {refusal && <Alert title={t('Rejected by the core:')} evidence={maskText(refusal.join('\n'))} />}
      <FieldRows
        fields={adaptTabFields(tab, situation)}
        settings={situation.settings}
        inputOf={(path) => situation.draft[path] ?? ''}
        onInput={(path, _, value) => dispatch(settingTyped({ path, value }))}
        onLeave={(path, field) => {
          const typed = situation.draft[path] ?? '';
          const value = inputOnceLeft(field, typed);
          if (value !== typed) dispatch(settingTyped({ path, value }));
        }}
        errors={Object.fromEntries(messages)}
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

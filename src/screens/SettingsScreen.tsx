import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, useParams } from 'react-router-dom';
import type { RootState } from '../features/features.ts';
import { SettingsPanel } from '../features/settings/SettingsPanel.tsx';
import { type SettingsForm, settingsClosed, settingsOpened } from '../features/settings/slice.ts';
import { viewOf } from '../features/settings/view.ts';
import { Alert } from '../ui/Alert.tsx';
import { LeaveGuard } from '../ui/LeaveGuard.tsx';
import { Page } from '../ui/Page.tsx';
import { Waiting } from '../ui/Waiting.tsx';

const HEIGHT = 480;

/** The settings of the core, a tab per route over one form. */
export default function SettingsScreen() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const settings = useSelector((state: RootState) => state.settings);
  useEffect(() => {
    dispatch(settingsOpened());
    return () => {
      dispatch(settingsClosed());
    };
  }, [dispatch]);
  switch (settings.status) {
    case 'closed':
    case 'loading':
      return (
        <Page title={t('Settings')} width="text">
          <Waiting text={t('Loading …')} height={HEIGHT} />
        </Page>
      );
    case 'unread':
      return (
        <Page title={t('Settings')} width="text">
          <Alert title={t('Unable to load the config.')} evidence={settings.reason}>
            {t('Retrying every few seconds.')}
          </Alert>
        </Page>
      );
    case 'open':
      return <Opened form={settings} />;
  }
}

function Opened({ form }: { form: SettingsForm }) {
  const { t } = useTranslation();
  const { tab: asked } = useParams();
  const view = useMemo(() => viewOf(form), [form]);
  const tab = view.tabs.find(({ id }) => id === asked);
  if (!tab) return <Navigate to={`/settings/${view.tabs[0]?.id ?? ''}`} replace />;
  return (
    <Page title={t(tab.title)} context={t('Settings')} width="text">
      <SettingsPanel tab={tab} view={view} problem={form.problem} saving={form.saving} />
      <LeaveGuard changed={view.changed} keeps={(path) => path.startsWith('/settings/')} />
    </Page>
  );
}

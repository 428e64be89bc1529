import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import type { SettingsTab } from '../catalog/settingsTabs/settingsTabTypes.ts';
import { newPassword } from '../features/live/admission/generatePassword.ts';
import type { RootState } from '../features/setup/index.ts';
import { deriveSettingsView } from '../features/setup/settings/deriveSettingsView.ts';
import { SettingsEditor } from '../features/setup/settings/SettingsEditor.tsx';
import { type OpenSettings, settingsEditor, settingsFormOf, settingTyped } from '../features/setup/settings/slice.ts';
import { EditConflictDialog } from '../features/shared/editor/EditConflictDialog.tsx';
import { NotYetOpen, useEditor } from '../features/shared/editor/EditorPage.tsx';
import { Page } from '../ui/layout/Page.tsx';
import { LeaveGuard } from '../ui/overlays/LeaveGuard.tsx';

export default function SettingsScreen() {
  const { t } = useTranslation();
  const { editor, retry } = useEditor(settingsEditor.actions, undefined, (state: RootState) => state.settings);
  if (editor.status === 'open') return <Opened editor={editor} />;
  return (
    <Page title={t('Settings')} width="text">
      <NotYetOpen editor={editor} failed={t('Unable to load the config.')} retry={retry} />
    </Page>
  );
}

/** Adds the tab to the label, because several fields are called "Port". */
function namedIn(tabs: readonly SettingsTab[], path: string, t: (text: string) => string) {
  const tab = tabs.find(({ fields }) => path in fields);
  const field = tab?.fields[path];
  if (!tab || !field || !('label' in field)) return null;
  return { name: `${t(tab.title)} · ${t(field.label)}`, secret: field.kind === 'secret' };
}

/** A link may request an RTMP token, which is filled in for the operator to save. */
function useDrawnToken() {
  const dispatch = useDispatch();
  const [search, setSearch] = useSearchParams();
  const opensDraw = search.get('draw') === 'token';
  useEffect(() => {
    if (!opensDraw) return;
    setSearch({}, { replace: true });
    const value = newPassword((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));
    dispatch(settingTyped({ path: 'rtmp.token', value }));
  }, [opensDraw, dispatch, setSearch]);
}

function Opened({ editor }: { editor: OpenSettings }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { tab: requestedTab } = useParams();
  useDrawnToken();
  const form = useMemo(() => settingsFormOf(editor), [editor]);
  const view = useMemo(() => deriveSettingsView(form), [form]);
  const tab = view.tabs.find(({ id }) => id === requestedTab);
  if (!tab) return <Navigate to={`/settings/${view.tabs[0]?.id ?? ''}`} replace />;
  return (
    <Page title={t('Settings: {{name}}', { name: t(tab.title) })} width="text">
      <SettingsEditor tab={tab} view={view} problem={form.problem} saving={form.saving} />
      <EditConflictDialog
        editor={editor}
        answers={settingsEditor}
        nameOf={([path = '']) => namedIn(view.tabs, path, t)}
        onSave={() => dispatch(settingsEditor.actions.saveRequested())}
      />
      <LeaveGuard changed={view.changes.length > 0} keeps={(path) => path.startsWith('/settings/')} />
    </Page>
  );
}

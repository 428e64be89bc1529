import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { SettingsTab } from '../../../catalog/settingsTabs/settingsTabTypes.ts';
import { maskText } from '../../../media/masking/mask.ts';
import { Actions } from '../../../ui/controls/Actions.tsx';
import { Button, LinkButton } from '../../../ui/controls/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Card, Stack } from '../../../ui/layout/Card.tsx';
import { Tabs } from '../../../ui/layout/Tabs.tsx';
import { restartOffered } from '../../shared/restart/slice.ts';
import { UpdateNotice } from '../../shared/updates/UpdateNotice.tsx';
import { ConfirmPasswordDialog } from '../passwordPrompt/ConfirmPasswordDialog.tsx';
import { AddressChangeDialog } from './addressChange/AddressChangeDialog.tsx';
import type { SettingsView } from './deriveSettingsView.ts';
import { MovedEncodersCard } from './MovedEncodersCard.tsx';
import { SettingChangeList } from './SettingChangeList.tsx';
import type { Problem } from './slice.ts';
import { TabForm } from './TabForm.tsx';

const FORM = 'settings';

interface SettingsPanelProps {
  tab: SettingsTab;
  view: SettingsView;
  problem: Problem | null;
  saving: boolean;
}

/** All tabs share one Save. */
export function SettingsEditor({ tab, view, problem, saving }: SettingsPanelProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { tabs, marked, changes, outdated, loose } = view;
  const evidence = [...(problem?.evidence ? [problem.evidence] : []), ...loose.elsewhere].join('\n');
  return (
    <>
      {outdated && (
        <Alert tone="warning" title={t('The core is still running with the old settings.')}>
          <Stack>
            <p>
              {changes.length > 0
                ? t('You have unsaved changes. Please save them before you can control the service again.')
                : t('Saved changes take effect after a restart.')}
            </p>
            <div>
              <Button icon="restart" disabled={changes.length > 0} onClick={() => dispatch(restartOffered())}>
                {t('Restart …')}
              </Button>
            </div>
          </Stack>
        </Alert>
      )}
      <UpdateNotice />
      <MovedEncodersCard />
      <AddressChangeDialog />
      <ConfirmPasswordDialog />
      {problem && <Alert title={t(problem.text)} evidence={evidence === '' ? undefined : maskText(evidence)} />}
      <Card
        flush
        foot={
          <Actions
            back={<LinkButton href="#/">{changes.length > 0 ? t('Cancel') : t('Close')}</LinkButton>}
            note={changes.length > 0 ? undefined : t('No unsaved changes.')}
          >
            <Button kind="main" type="submit" form={FORM} busy={saving} disabled={changes.length === 0}>
              {t('Save')}
            </Button>
          </Actions>
        }
      >
        <Tabs
          label={t('Settings')}
          current={tab.id}
          tabs={tabs.map(({ id, title }) => ({
            id,
            text: t(title),
            href: `#/settings/${id}`,
            wrong: marked.includes(id),
          }))}
        />
        <div className="card-body">
          <TabForm key={tab.id} id={FORM} tab={tab} view={view} />
          {changes.length > 0 && <SettingChangeList changes={changes} />}
        </div>
      </Card>
    </>
  );
}

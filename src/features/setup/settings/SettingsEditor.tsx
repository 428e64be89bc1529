import { Fragment, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { hasExtension } from '../../../api/coreExtensions.ts';
import type { InputValue, ValueField } from '../../../catalog/form/fieldValues.ts';
import type { SettingChange } from '../../../catalog/settingsTabs/settingsFormValues.ts';
import type { SettingsTab } from '../../../catalog/settingsTabs/settingsTabTypes.ts';
import { unitIn } from '../../../i18n/format.ts';
import { msg } from '../../../i18n/msg.ts';
import { maskText } from '../../../media/masking/mask.ts';
import { Actions } from '../../../ui/controls/Actions.tsx';
import { Button, LinkButton } from '../../../ui/controls/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Card, Stack } from '../../../ui/layout/Card.tsx';
import { Description, DescriptionList } from '../../../ui/layout/DescriptionList.tsx';
import { Tabs } from '../../../ui/layout/Tabs.tsx';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { FirstFault } from '../../shared/editor/EditorPage.tsx';
import { type Restart, restartOffered } from '../../shared/restart/slice.ts';
import { UpdateNotice } from '../../shared/updates/UpdateNotice.tsx';
import { ConfirmPasswordDialog } from '../passwordPrompt/ConfirmPasswordDialog.tsx';
import { AddressChangeDialog, MovedEncoderList } from './addressChange/AddressChangeDialog.tsx';
import { encodersDismissed, type WithAddressChange } from './addressChange/slice.ts';
import type { SettingsView } from './deriveSettingsView.ts';
import { LOGIN_PATHS } from './loginChange.ts';
import { type Problem, settingsSaveRequested } from './slice.ts';
import { SettingsTabForm } from './TabForm.tsx';

/** `word` and `unit` are to be translated; `value` is not. */
type ValueText = { word: string } | { value: string; unit?: string };

/** Returns the value of a setting for the list of changes. Secrets and JSON are not shown. */
export function toldValue(field: ValueField<unknown>, input: InputValue): ValueText {
  if (typeof input === 'boolean') return { word: input ? msg('On') : msg('Off') };
  const value = typeof input === 'string' ? input.trim() : input.join(', ');
  if (value === '') return { word: msg('empty') };
  switch (field.kind) {
    case 'secret':
    case 'json':
      return { word: msg('changed') };
    case 'select':
    case 'selectOrCustom': {
      const chosen = field.options.find((option) => option.value === value);
      return chosen ? { word: chosen.label } : { value };
    }
    case 'list':
      return { value: value.replaceAll(/(?<!\s)\s*[\n,]\s*/g, ', ') };
    case 'number':
    case 'text':
      return field.unit === undefined ? { value } : { value, unit: field.unit };
    default:
      return { value };
  }
}

/** Returns the values before and after a change; for a secret, only the kind of change. */
export function toldChange(field: ValueField<unknown>, before: InputValue, after: InputValue): ValueText[] {
  const isNothing = (input: InputValue) => typeof input === 'string' && input.trim() === '';
  if (field.kind !== 'secret') return [toldValue(field, before), toldValue(field, after)];
  return [{ word: isNothing(after) ? msg('removed') : isNothing(before) ? msg('set') : msg('changed') }];
}

function SettingChangeList({ changes }: { changes: readonly SettingChange[] }) {
  const { t, i18n } = useTranslation();
  const title = useId();
  const info = useSelector(({ session }: WithSession) => coreInfoOf(session));
  const login = changes.every(({ path }) => LOGIN_PATHS.includes(path));
  const live = login && info !== null && hasExtension(info.about, 'live-login');
  const textOf = (value: ValueText) => {
    if ('word' in value) return t(value.word);
    return value.unit === undefined ? value.value : `${value.value} ${unitIn(i18n.language, t(value.unit))}`;
  };
  return (
    <section className="changes" aria-labelledby={title}>
      <h2 id={title}>{t('What changes')}</h2>
      <DescriptionList>
        {changes.map(({ tab, path, field, before, after }) => (
          <Description key={path} label={`${t(tab.title)} · ${'label' in field ? t(field.label) : path}`}>
            {toldChange(field, before, after).map(textOf).join(' → ')}
          </Description>
        ))}
      </DescriptionList>
      <p className="field-note">
        {live
          ? t('Takes effect immediately. Live streams keep running.')
          : t('Saved changes take effect after a restart.')}
      </p>
    </section>
  );
}

function MovedEncodersCard() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const change = useSelector(({ addressChange }: WithAddressChange) => addressChange);
  const place = useRef<HTMLDivElement>(null);
  const restarted = change.status === 'told' && change.live !== null;
  useEffect(() => {
    // The card may be off-screen above the save button.
    if (change.status === 'told') place.current?.scrollIntoView({ block: 'nearest' });
    if (restarted && document.activeElement === document.body) place.current?.focus();
  }, [change.status, restarted]);
  if (change.status !== 'told') return null;
  const { encoders, live } = change;
  const all = live !== null && encoders.every(({ channel }) => live.includes(channel));
  return (
    <div ref={place} tabIndex={-1}>
      <Card
        title={all ? t('All encoders are back') : t('Encoders with a new address')}
        foot={
          <Actions>
            <Button onClick={() => dispatch(encodersDismissed())}>{t('Done')}</Button>
          </Actions>
        }
      >
        <MovedEncoderList
          encoders={encoders}
          state={(channel) =>
            live === null
              ? t('applies after the restart')
              : live.includes(channel)
                ? t('live again')
                : t('waiting for its encoder')
          }
        />
      </Card>
    </div>
  );
}

/** Returns the tabs with errors and the labels of their fields; no labels for an error of a whole tab. */
export const wrongTabs = ({
  tabs,
  marked,
  errors,
}: Pick<SettingsView, 'marked' | 'errors'> & { tabs: readonly Pick<SettingsTab, 'id' | 'title' | 'fields'>[] }) =>
  tabs
    .filter(({ id }) => marked.includes(id))
    .map(({ id, title, fields }) => ({
      ...{ id, title },
      labels: Object.entries(fields).flatMap(([path, field]) =>
        errors[path] !== undefined && 'label' in field ? [field.label] : [],
      ),
    }));

/** Links each faulty tab to its first faulty field. */
function WrongTabList({ view, onChoose }: { view: SettingsView; onChoose: () => void }) {
  const { t } = useTranslation();
  return (
    <ul>
      {wrongTabs(view).map(({ id, title, labels }) => (
        <li key={id}>
          <a href={`#/settings/${id}`} onClick={onChoose}>
            {[t(title), labels.map((label) => t(label)).join(', ')].filter(Boolean).join(': ')}
          </a>
        </li>
      ))}
    </ul>
  );
}

const FORM = 'settings';

interface SettingsPanelProps {
  tab: SettingsTab;
  view: SettingsView;
  problem: Problem | null;
  saving: boolean;
}

export function SettingsEditor({ tab, view, problem, saving }: SettingsPanelProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [sought, setSought] = useState(0);
  const { tabs, marked, changes, outdated, loose } = view;
  const restarts = useSelector(({ restart }: { restart: Restart }) => restart.status === 'running');
  const [firstMarked = tab.id] = marked;
  const save = () => {
    const isElsewhere = view.hasFaults && !marked.includes(tab.id);
    setSought(isElsewhere ? sought + 1 : 0);
    if (isElsewhere) navigate(`/settings/${firstMarked}`);
    dispatch(settingsSaveRequested());
  };
  const evidence = [...(problem?.evidence ? [problem.evidence] : []), ...loose.elsewhere].join('\n');
  return (
    <>
      {outdated && !restarts && (
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
      {tab.id === 'general' && <UpdateNotice />}
      <MovedEncodersCard />
      <AddressChangeDialog />
      <ConfirmPasswordDialog />
      {problem && (
        <Alert title={t(problem.text)} evidence={evidence === '' ? undefined : maskText(evidence)}>
          {marked.length > 0 && <WrongTabList view={view} onChoose={() => setSought(sought + 1)} />}
        </Alert>
      )}
      <Card
        flush
        foot={
          <Actions
            back={<LinkButton href="#/">{changes.length > 0 ? t('Cancel') : t('Close')}</LinkButton>}
            note={changes.length > 0 ? '' : t('No unsaved changes.')}
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
          <Fragment key={tab.id}>
            <SettingsTabForm id={FORM} tab={tab} view={view} onSubmit={save} />
            {sought > 0 && <FirstFault key={sought} form={FORM} />}
          </Fragment>
          {tab.id === 'general' && <Tools />}
          {changes.length > 0 && <SettingChangeList changes={changes} />}
        </div>
      </Card>
    </>
  );
}

function Tools() {
  const { t } = useTranslation();
  return (
    <section className="settings-tools" aria-label={t('Tools')}>
      <h2>{t('Tools')}</h2>
      <div className="button-row">
        <LinkButton icon="encoder" href="#/encoders">
          {t('Test the encoders of this machine')}
        </LinkButton>
        <LinkButton icon="network" href="#/edges">
          {t('Edges: how many, and their files')}
        </LinkButton>
      </div>
    </section>
  );
}

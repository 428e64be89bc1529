import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { AlarmReceiver } from '../../../api/agentEndpoints.ts';
import { clockOf } from '../../../i18n/format.ts';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import { ALARM_RULE_IDS } from '../../../media/incident/alarmRules.ts';
import { LinkButton } from '../../../ui/controls/Button.tsx';
import { TruncatedName } from '../../../ui/controls/TruncatedName.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Switch } from '../../../ui/form/Switch.tsx';
import { HeaderMenu } from '../../../ui/frame/HeaderMenu.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { List, ListRow } from '../../../ui/layout/ListRow.tsx';
import { useFocusKept } from '../../../ui/layout/useFocusKept.ts';
import type { ColorTone } from '../../../ui/look/palette.ts';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { TrialNote, useAnswerText } from './AnswerNote.tsx';
import { useDeliveryState } from './DeliveryList.tsx';
import { byWeight, RULE_CLAUSES } from './ruleTexts.ts';
import {
  type AlarmsKnown,
  receiverDeleteRequested,
  receiverSwitched,
  receiverTestRequested,
  type WithAlarms,
} from './slice.ts';

export function ReceiverList({ data }: { data: AlarmsKnown }) {
  const { t } = useTranslation();
  const stored = useSelector(({ alarms }: WithAlarms) => alarms.stored);
  const rest = useFocusKept(data.receivers.length);
  const trial = useSelector(({ alarms }: WithAlarms) => alarms.trial);
  const tested = data.receivers.find(({ id }) => id === trial?.id);
  const saved = data.receivers.find(({ id }) => id === stored);
  return (
    <div ref={rest} tabIndex={-1} className="stack">
      {saved && <WhenNote receiver={saved} data={data} />}
      <Card
        flush
        title={t('Receivers')}
        tools={
          <LinkButton kind="main" icon="add" href="#/alarms/receivers/new">
            {t('Add receiver')}
          </LinkButton>
        }
      >
        <List label={t('Receivers')}>
          {data.receivers.map((receiver) => (
            <ReceiverRow key={receiver.id} receiver={receiver} data={data} />
          ))}
        </List>
        {trial && tested && (
          <div className="card-body stack">
            <p>
              <TruncatedName of={tested.name} />
            </p>
            <TrialNote trial={trial} />
          </div>
        )}
      </Card>
    </div>
  );
}

/** More rules would make the sentence too long. */
const FEW = 3;

function WhenNote({ receiver, data }: { receiver: AlarmReceiver; data: AlarmsKnown }) {
  const { t, i18n } = useTranslation();
  const { rules, receivers } = data.alarms.settings;
  const choice = receivers[receiver.id];
  const kind = data.kinds.find(({ id }) => id === receiver.kind);
  if (kind && kind.everySeconds !== null)
    return (
      <Alert tone="neutral" title={t('The address is called each minute while all is well.')}>
        {t('Have the service raise the alarm after three minutes of silence.')}
      </Alert>
    );
  const ownRules = ALARM_RULE_IDS.filter(
    (id) => rules[id]?.on === true && (choice?.rules ?? [id]).includes(id) && data.alarms.offered.includes(id),
  );
  if (ownRules.length === 0 || choice?.on === false)
    return <Alert tone="warning" title={t('This receiver is told of nothing: it is off, or all of its rules are.')} />;
  const conditions = new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(
    byWeight(ownRules)
      .slice(0, FEW)
      .map((id) => t(RULE_CLAUSES[id])),
  );
  return (
    <Alert tone="neutral" title={t('You will be told when {{what}}.', { what: conditions })}>
      <a href="#/alarms/rules">{t('All rules that are on: {{n}}', { n: ownRules.length })}</a>
    </Alert>
  );
}

function ReceiverRow({ receiver, data }: { receiver: AlarmReceiver; data: AlarmsKnown }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const [isAsking, setAsking] = useState(false);
  const { id, name } = receiver;
  const busy = useSelector(({ alarms }: WithAlarms) => alarms.busy);
  const isTested = useSelector(
    ({ alarms }: WithAlarms) => alarms.trial?.id === id && alarms.trial.status === 'running',
  );
  const { text, tone } = useReceiverState(receiver, data);
  const kind = data.kinds.find((candidate) => candidate.id === receiver.kind)?.name ?? receiver.kind;
  const isOn = data.alarms.settings.receivers[id]?.on !== false;
  const shown = sanitizeDisplayText(name);
  const test = () => dispatch(receiverTestRequested(id));
  return (
    <>
      <ListRow
        icon="bell"
        title={name}
        tone={tone}
        below={
          <p className={`small tone-${tone}`}>
            {t(kind)} · {text}
          </p>
        }
        end={
          <div className="row-actions">
            <Switch
              label={t('Tell {{name}}', { name: shown })}
              checked={isOn}
              busy={busy.includes(`switch ${id}`)}
              onChange={(on) => dispatch(receiverSwitched({ id, on }))}
            />
            <HeaderMenu
              label={t('More: {{name}}', { name: shown })}
              icon="more"
              entries={[
                { icon: 'edit', text: t('Edit'), to: `#/alarms/receivers/${id}` },
                { icon: 'test', text: t('Send a test'), disabled: isTested, to: test },
                { icon: 'trash', text: t('Delete'), parted: true, to: () => setAsking(true) },
              ]}
            />
          </div>
        }
      />
      <ConfirmDialog
        open={isAsking}
        title={t('Delete this receiver?')}
        confirm={t('Delete receiver')}
        danger
        busy={busy.includes(`delete ${id}`)}
        onConfirm={() => {
          setAsking(false);
          dispatch(receiverDeleteRequested(id));
        }}
        onClose={() => setAsking(false)}
      >
        {t('{{name}} gets no more messages, and its secrets are deleted. This cannot be undone.', { name: shown })}
      </ConfirmDialog>
    </>
  );
}

function useReceiverState({ id, isGone, lastBeat, kind }: AlarmReceiver, data: AlarmsKnown) {
  const { t, i18n } = useTranslation();
  const stateOf = useDeliveryState();
  const inWords = useAnswerText();
  const withTone = (text: string, tone: ColorTone) => ({ text, tone });
  if (isGone) return withTone(t('The receiver wants no more messages. Save it again to switch it on.'), 'error');
  if (data.kinds.find((candidate) => candidate.id === kind)?.everySeconds != null) {
    if (lastBeat === null) return withTone(t('Not called yet'), 'neutral');
    return lastBeat.type === 'delivered'
      ? withTone(t('The last call got a response'), 'accent')
      : withTone(inWords(lastBeat), 'error');
  }
  const last = data.deliveries.find(({ receiver }) => receiver === id);
  if (!last) return withTone(t('Nothing sent yet'), 'neutral');
  const { text, tone } = stateOf(last);
  return withTone(`${text} · ${clockOf(i18n.language)((last.last?.at ?? last.at) / 1000)}`, tone);
}

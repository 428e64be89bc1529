import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useParams } from 'react-router-dom';
import { DeliveryList } from '../features/agentScreens/alarms/DeliveryList.tsx';
import { IncidentList } from '../features/agentScreens/alarms/IncidentList.tsx';
import { ReceiverKindList } from '../features/agentScreens/alarms/ReceiverKindList.tsx';
import { ReceiverList } from '../features/agentScreens/alarms/ReceiverList.tsx';
import { ReceiverForm } from '../features/agentScreens/alarms/receiverForm/ReceiverForm.tsx';
import { RulesForm } from '../features/agentScreens/alarms/rulesForm/RulesForm.tsx';
import { SilenceCard } from '../features/agentScreens/alarms/SilenceCard.tsx';
import {
  type AlarmsKnown,
  alarmsClosed,
  alarmsOpened,
  type WithAlarms,
} from '../features/agentScreens/alarms/slice.ts';
import { reasonText } from '../features/gate/notice/slice.ts';
import { AgentGate } from '../features/setup/agent/AgentGate.tsx';
import { agentAccessIn } from '../features/setup/agent/slice.ts';
import { msg } from '../i18n/msg.ts';
import { Alert } from '../ui/feedback/Alert.tsx';
import { WaitingNote } from '../ui/feedback/Waiting.tsx';
import { Card } from '../ui/layout/Card.tsx';
import { Page } from '../ui/layout/Page.tsx';
import { Tabs } from '../ui/layout/Tabs.tsx';

const HEIGHT = 480;

const TABS: Readonly<Record<string, string>> = {
  incidents: msg('Incidents'),
  receivers: msg('Receivers'),
  rules: msg('Rules'),
  deliveries: msg('Deliveries'),
};

const FAULTS: Readonly<Record<string, string>> = {
  full: msg('disk full'),
  'read-only': msg('disk is read-only'),
  damaged: msg('file damaged'),
  newer: msg('stored by a newer version'),
  'in-use': msg('file in use'),
};

export default function AlarmsScreen() {
  const { t } = useTranslation();
  const access = useSelector(agentAccessIn);
  // The first request may start an agent that did not respond.
  const mayAsk = access.status === 'ready' || access.status === 'away';
  return (
    <Page title={t('Alarms')} width="text">
      {mayAsk ? <Asked /> : <AgentGate>{() => null}</AgentGate>}
    </Page>
  );
}

function Asked() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { known: data, trouble } = useSelector(({ alarms }: WithAlarms) => alarms);
  useEffect(() => {
    dispatch(alarmsOpened());
    return () => {
      dispatch(alarmsClosed());
    };
  }, [dispatch]);
  return (
    <>
      {trouble && (
        <Alert tone="warning" title={t('The agent cannot be asked for its alarms now.')}>
          <p>{reasonText(trouble.reason, (text, values) => t(text, values))}</p>
          {data && <p>{t('What stands here was so before.')}</p>}
        </Alert>
      )}
      {data ? <Known data={data} /> : !trouble && <WaitingNote text={t('Loading alarms …')} height={HEIGHT} />}
    </>
  );
}

function Known({ data }: { data: AlarmsKnown }) {
  const { t } = useTranslation();
  const { tab, id, kind } = useParams();
  const isFirst = data.receivers.length === 0;
  const current = tab !== undefined && tab in TABS ? tab : isFirst ? 'receivers' : 'incidents';
  const shown = current === 'receivers' ? (id ?? '') : '';
  const target = useMemo(
    () => (shown === 'new' ? { id: null, kind: kind ?? '' } : { id: shown, kind: '' }),
    [shown, kind],
  );
  const { fault, areLooksPaused = false } = data.alarms;
  const choosing = shown === 'new' && kind === undefined;
  const tabs = useTop(`${current} ${shown} ${kind ?? ''}`);
  return (
    <>
      <div ref={tabs}>
        <Card flush>
          <Tabs
            label={t('Alarms')}
            current={current}
            tabs={Object.entries(TABS).map(([key, text]) => ({ id: key, text: t(text), href: `#/alarms/${key}` }))}
          />
        </Card>
      </div>
      {fault !== null && (
        <Alert
          tone="warning"
          title={t('The agent cannot store alarms now ({{fault}}).', { fault: t(FAULTS[fault] ?? fault) })}
        >
          {t('Messages are sent all the same. Check the disk of the agent.')}
        </Alert>
      )}
      {areLooksPaused && (current === 'incidents' || current === 'rules') && (
        <Alert tone="warning" title={t('The video is not looked at now')}>
          {t(
            'The CPU of the server is at its limit. Until it has time again, incidents of black, frozen or silent video neither begin nor end.',
          )}
        </Alert>
      )}
      {current === 'incidents' && <IncidentList data={data} />}
      {(current === 'incidents' || current === 'rules') && <SilenceCard data={data} />}
      {current === 'rules' && <RulesForm />}
      {current === 'deliveries' && <DeliveryList data={data} />}
      {current === 'receivers' && receivers()}
    </>
  );

  function receivers(): ReactNode {
    if (choosing || (shown === '' && isFirst))
      return (
        <Card flush title={choosing ? t('Add receiver') : t('No receivers yet')}>
          <div className="card-body">
            <p>{t('Choose how you want to be told at night when a channel or a publication goes down.')}</p>
          </div>
          <ReceiverKindList kinds={data.kinds} />
        </Card>
      );
    return shown === '' ? <ReceiverList data={data} /> : <ReceiverForm key={shown} target={target} />;
  }
}

/** Scrolls to the top when a form opens, and moves the focus to the current tab if its link is gone. */
function useTop(shown: string) {
  const tabs = useRef<HTMLDivElement>(null);
  const before = useRef(shown);
  useLayoutEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    document.documentElement.scrollTop = 0;
    if (document.activeElement === document.body)
      tabs.current?.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
  }, [shown]);
  return tabs;
}

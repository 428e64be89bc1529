import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useParams, useSearchParams } from 'react-router-dom';
import type { Schedules } from '../api/agentEndpoints.ts';
import { RuleList } from '../features/agentScreens/schedule/RuleList.tsx';
import { RuleForm } from '../features/agentScreens/schedule/ruleForm/RuleForm.tsx';
import { MissedRuns, ScheduleDays } from '../features/agentScreens/schedule/ScheduleDays.tsx';
import { scheduleClosed, scheduleOpened, type WithSchedule } from '../features/agentScreens/schedule/slice.ts';
import { zoneHere } from '../features/agentScreens/schedule/useRuleText.tsx';
import { useMinute, useSchedulePlan } from '../features/agentScreens/schedule/useSchedulePlan.tsx';
import { reasonText } from '../features/gate/notice/slice.ts';
import { AgentGate } from '../features/setup/agent/AgentGate.tsx';
import { agentAccessIn } from '../features/setup/agent/slice.ts';
import { LinkButton } from '../ui/controls/Button.tsx';
import { Alert } from '../ui/feedback/Alert.tsx';
import { WaitingNote } from '../ui/feedback/Waiting.tsx';
import { Card } from '../ui/layout/Card.tsx';
import { EmptyState } from '../ui/layout/EmptyState.tsx';
import { Page } from '../ui/layout/Page.tsx';

const HEIGHT = 480;

export default function ScheduleScreen() {
  const { t } = useTranslation();
  useTop(useParams().id ?? '');
  const access = useSelector(agentAccessIn);
  // The first request may start an agent that did not respond.
  const mayAsk = access.status === 'ready' || access.status === 'away';
  return (
    <Page title={t('Schedule')} width="text">
      {mayAsk ? <AskedSchedule /> : <AgentGate>{() => null}</AgentGate>}
    </Page>
  );
}

function AskedSchedule() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { id } = useParams();
  const [search] = useSearchParams();
  const channel = search.get('channel');
  const { known: data, trouble } = useSelector(({ schedule }: WithSchedule) => schedule);
  const target = useMemo(() => ({ id: id === undefined || id === 'new' ? null : id, channel }), [id, channel]);
  useEffect(() => {
    dispatch(scheduleOpened());
    return () => {
      dispatch(scheduleClosed());
    };
  }, [dispatch]);
  return (
    <>
      {trouble && (
        <Alert tone="warning" title={t('The agent cannot be asked for its schedule now.')}>
          <p>{reasonText(trouble.reason, (text, values) => t(text, values))}</p>
          {data && <p>{t('What stands here was so before.')}</p>}
        </Alert>
      )}
      {data?.fault === 'newer' && (
        <Alert tone="warning" title={t('The schedule was stored by a newer version, and nothing of it happens.')}>
          {t('Update the agent.')}
        </Alert>
      )}
      {!data && !trouble && <WaitingNote text={t('Loading the schedule …')} height={HEIGHT} />}
      {data && (id === undefined ? <KnownSchedule data={data} /> : <RuleForm key={id} target={target} />)}
    </>
  );
}

function KnownSchedule({ data: { settings, last } }: { data: Schedules }) {
  const { t } = useTranslation();
  const now = useMinute();
  const plan = useSchedulePlan(settings, now);
  const { rules } = settings;
  if (rules.length === 0)
    return (
      <Card>
        <EmptyState
          icon="wait"
          title={t('No rules yet')}
          text={t('A rule starts and stops a channel, a publication or a standby image at its time, also at night.')}
        >
          <LinkButton kind="main" icon="add" href="#/schedule/new">
            {t('Add rule')}
          </LinkButton>
        </EmptyState>
      </Card>
    );
  return (
    <>
      <MissedRuns rules={rules} last={last} now={now} />
      <RuleList rules={rules} last={last} now={now} />
      <Card title={t('Next 14 days')} note={zoneHere()}>
        <ScheduleDays plan={plan} rules={rules} now={now} zone={zoneHere()} />
      </Card>
    </>
  );
}

/** Opening a form scrolls to its top and moves the focus there, like a screen change. */
function useTop(shown: string) {
  const before = useRef(shown);
  useLayoutEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    document.documentElement.scrollTop = 0;
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('h1')?.focus();
  }, [shown]);
}

import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { ingestId } from '../../../api/processIds.ts';
import { formatMoment } from '../../../i18n/format.ts';
import { msg } from '../../../i18n/msg.ts';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import { pageNow } from '../../../media/run/pageClock.ts';
import { availabilityFacts } from '../../../media/series/availabilityFacts.ts';
import { historyFileName } from '../../../media/series/historyFileName.ts';
import { alarmMarks, type HistoryMark, journalMarks } from '../../../media/series/historyMarks.ts';
import {
  type HistoryPoint,
  joinPoints,
  outagesIn,
  readHistory,
  type SeenOutage,
} from '../../../media/series/historyPoints.ts';
import { SPAN_KINDS, type SpanChoice, type SpanKind, spanOf } from '../../../media/series/historySpan.ts';
import { CORE_SUBJECT } from '../../../media/series/readProcesses.ts';
import type { TimeSpan } from '../../../media/series/resolutions.ts';
import { neighborOf, readSpanChoice } from '../../../media/series/spanChoice.ts';
import { dayBegin } from '../../../media/series/timeAxis.ts';
import { Button, IconButton } from '../../../ui/controls/Button.tsx';
import { download } from '../../../ui/controls/download.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { announce } from '../../../ui/feedback/Announcer.tsx';
import { WaitingNote } from '../../../ui/feedback/Waiting.tsx';
import { SegmentedChoiceField } from '../../../ui/form/SegmentedChoiceField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { Card, Stack } from '../../../ui/layout/Card.tsx';
import { reasonText } from '../../gate/notice/slice.ts';
import type { WithChannels } from '../../live/channel/slice.ts';
import { AgentGate } from '../agent/AgentGate.tsx';
import { agentAccessIn, agentHidden, agentRetried, agentShown, type WithAgent } from '../agent/slice.ts';
import { HistoryCharts } from './HistoryCharts.tsx';
import { HistoryTable } from './HistoryTable.tsx';
import {
  type HistoryFailure,
  type HistoryView,
  historyFileDone,
  historyFileRequested,
  historyLeft,
  historyWanted,
  type ReadHistory,
  type WantedHistory,
  type WithAgentHistory,
} from './slice.ts';
import { deletedSubject, type SubjectChoice, subjectChoices } from './subjectChoices.ts';
import { firstWeekday, type TimeTexts, timeTextsOf } from './timeTexts.ts';
import { STATE_WORDS, useAvailabilityText, useHistoryTexts } from './useHistoryTexts.tsx';

const SPAN_WORDS: Readonly<Record<SpanKind, string>> = {
  ...{ hour: msg('Hour'), day: msg('Day'), week: msg('Week'), month: msg('Month'), year: msg('Year') },
};
const HEIGHT = 480;

const CLOSED: HistoryView = { status: 'closed' };

const isSame = (a: WantedHistory, b: WantedHistory) =>
  a.subject === b.subject && a.choice.kind === b.choice.kind && a.choice.at === b.choice.at && a.weekday === b.weekday;

/** The agent's history of one subject in one span; both are in the page address. */
export function HistoryPanel() {
  const { t, i18n } = useTranslation();
  const dispatch = useDispatch();
  const [search, setSearch] = useSearchParams();
  const { list, current } = useSelector(({ channel }: WithChannels) => channel);
  const stored = useSelector(({ agentHistory }: WithAgentHistory) => agentHistory.view);
  const subject = search.get('of') ?? (current === null ? CORE_SUBJECT : ingestId(current));
  const [spanKind, spanAt] = [search.get('span'), search.get('at')];
  const weekday = firstWeekday(i18n.language);
  const choice = useMemo(
    () => readSpanChoice(spanKind, spanAt, pageNow() / 1000, weekday),
    [spanKind, spanAt, weekday],
  );
  useEffect(() => {
    dispatch(historyWanted({ subject, choice, weekday }));
  }, [dispatch, subject, choice, weekday]);
  useEffect(
    () => () => {
      dispatch(historyLeft());
    },
    [dispatch],
  );
  // A response to an earlier choice of subject or span is ignored.
  const view = stored.status !== 'closed' && isSame(stored.wanted, { subject, choice, weekday }) ? stored : CLOSED;
  const read = view.status === 'shown' ? view.read : null;
  const now = read?.request.to ?? pageNow() / 1000;
  const span = spanOf(choice, choice.at === null ? now : pageNow() / 1000, weekday);
  const times = timeTextsOf(choice.kind, span, i18n.language);
  const show = (next: SpanChoice & { of?: string }, mode: { replace: boolean }) =>
    setSearch({ of: next.of ?? subject, span: next.kind, ...(next.at === null ? {} : { at: String(next.at) }) }, mode);
  const choices = subjectChoices(list);
  const listed = choices.find((each) => each.subject === subject);
  const deleted = read !== null && listed === undefined ? deletedSubject(subject) : null;
  const shownChoices = deleted === null ? choices : [...choices, deleted];
  const nameOf = ({ name, text }: SubjectChoice) => sanitizeDisplayText(name || t(text));
  const found = listed ?? deleted;
  const name = found ? nameOf(found) : t('Unknown');
  return (
    <Stack>
      <Card>
        <Stack>
          <div className="history-tools">
            <SelectField
              label={t('Subject')}
              value={subject}
              placeholder={t('No longer there')}
              options={shownChoices.map((each) => ({
                value: each.subject,
                label: each.channel === null ? nameOf(each) : `– ${nameOf(each)}`,
              }))}
              onChange={(subject) => show({ ...choice, of: subject }, { replace: false })}
            />
            <SegmentedChoiceField
              label={t('Time span')}
              value={choice.kind}
              options={SPAN_KINDS.map((kind) => ({ value: kind, label: t(SPAN_WORDS[kind]) }))}
              onChange={(kind) =>
                show({ kind: SPAN_KINDS.find((each) => each === kind) ?? 'hour', at: choice.at }, { replace: false })
              }
            />
          </div>
          <TimeRow
            title={times.title}
            at={choice.at}
            before={neighborOf(choice, 'before', pageNow() / 1000, weekday)}
            after={neighborOf(choice, 'after', pageNow() / 1000, weekday)}
            newest={choice.at === null ? null : { ...choice, at: null }}
            onMove={(next) => show(next, { replace: true })}
          />
          {view.status === 'shown' ? (
            <WatchedAgent>
              {view.failure !== null && <AwayNote {...view.failure} since={view.read.request.to} />}
              <ShownHistory
                key={`${subject} ${choice.kind}`}
                {...{ subject, name, choice, span, times }}
                read={view.read}
              />
            </WatchedAgent>
          ) : (
            <AgentGate>
              {() =>
                view.status === 'failed' ? (
                  <FailedNote problem={view.problem} reason={view.reason} />
                ) : (
                  <WaitingNote text={t('Loading the history …')} height={HEIGHT} />
                )
              }
            </AgentGate>
          )}
        </Stack>
      </Card>
    </Stack>
  );
}

interface TimeRowProps {
  title: string;
  at: number | null;
  before: SpanChoice | null;
  after: SpanChoice | null;
  newest: SpanChoice | null;
  onMove: (to: SpanChoice) => void;
}

function TimeRow({ title, at, before, after, newest, onMove }: TimeRowProps) {
  const { t } = useTranslation();
  const announcedAt = useRef(at);
  useEffect(() => {
    // The last hour moves on with every poll; only a change of the choice is announced.
    if (announcedAt.current !== at) announce(title);
    announcedAt.current = at;
  }, [at, title]);
  const moved = (to: SpanChoice | null) => ({
    'aria-disabled': to === null,
    onClick: () => to !== null && onMove(to),
  });
  return (
    <div className="history-time">
      <IconButton icon="left" label={t('Earlier')} {...moved(before)} />
      <IconButton icon="right" label={t('Later')} {...moved(after)} />
      <h2>{title}</h2>
      <Button kind="quiet" {...moved(newest)}>
        {t('Now')}
      </Button>
    </div>
  );
}

function WatchedAgent({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const access = useSelector((state: WithAgent) => agentAccessIn(state));
  useEffect(() => {
    dispatch(agentShown());
    return () => {
      dispatch(agentHidden());
    };
  }, [dispatch]);
  return (
    <Stack>
      {access.status === 'ready' && !access.state.history.isKept && (
        <Alert tone="warning" title={t('The history is paused.')}>
          {t('The agent cannot store what it sees. Make sure that its disk has space and is writable.')}
        </Alert>
      )}
      {children}
    </Stack>
  );
}

function AwayNote({ problem, reason, since }: HistoryFailure & { since: number }) {
  const { t, i18n } = useTranslation();
  const dispatch = useDispatch();
  const time = formatMoment(since, i18n.language);
  const title =
    problem === 'away'
      ? t('The agent does not respond. The history is shown as of {{time}}.', { time })
      : t('The agent has no newer history of this. It is shown as of {{time}}.', { time });
  return (
    <Alert tone="warning" title={title}>
      {problem === 'away' && <p>{reasonText(reason, t)}</p>}
      <p>{t('It is asked again automatically.')}</p>
      <div className="button-row">
        <Button onClick={() => dispatch(agentRetried())}>{t('Retry')}</Button>
      </div>
    </Alert>
  );
}

function FailedNote({ problem, reason }: HistoryFailure) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  if (problem === 'unknown')
    return (
      <Alert tone="neutral" title={t('The agent has no history of this.')}>
        {t('It begins when the agent sees it for the first time. Choose another subject, or come back later.')}
      </Alert>
    );
  return (
    <Alert title={t('The history could not be loaded.')}>
      <p>{reasonText(reason, t)}</p>
      <div className="button-row">
        <Button onClick={() => dispatch(agentRetried())}>{t('Retry')}</Button>
      </div>
    </Alert>
  );
}

interface ShownHistoryProps {
  subject: string;
  name: string;
  choice: SpanChoice;
  span: TimeSpan;
  times: TimeTexts;
  read: ReadHistory;
}

function ShownHistory({ subject, name, choice: { kind }, span, times, read }: ShownHistoryProps) {
  const { t } = useTranslation();
  const [isTable, setTable] = useState(false);
  const factText = useAvailabilityText(subject === CORE_SUBJECT ? 'core' : 'channel');
  const { request, answer } = read;
  const { events, incidents } = useSelector(({ agentHistory }: WithAgentHistory) => agentHistory.told);
  const series = useMemo(() => readHistory(answer), [answer]);
  if (series === null)
    return (
      <Alert title={t('The history cannot be drawn, because values of the agent do not fit together.')}>
        {t('Update the interface and the agent to the same version.')}
      </Alert>
    );
  const points = kind === 'year' ? daysOf(series.points, span) : series.points;
  const shown = { points, figures: series.figures, times };
  const marks = [...journalMarks(events, subject, span), ...alarmMarks(incidents, subject, span)];
  return (
    <Stack>
      <p className="history-answer">
        {availabilityFacts(series, request)
          .map((fact) => factText(fact, times))
          .join(' ')}
      </p>
      {points.some(({ seconds }) => seconds !== null) && (
        <>
          <HistoryCharts {...shown} {...{ name, kind, span, marks }} />
          <OutageList outages={outagesIn(points)} times={times} />
          <MarkList marks={marks} times={times} />
          <div className="button-row">
            <Button aria-expanded={isTable} onClick={() => setTable(!isTable)}>
              {t('As a table')}
            </Button>
            <FileButton name={historyFileName(name, request.from, request.to)} request={request} />
          </div>
          {isTable && <HistoryTable {...shown} label={`${name}, ${times.title}`} />}
        </>
      )}
    </Stack>
  );
}

/** Clips to local days, because a six-hour sample may start on the day before. */
const daysOf = (points: readonly HistoryPoint[], { from }: TimeSpan) =>
  joinPoints(points, (time) => Math.max(from, dayBegin(time)));

const MOST_MARKS = 50;

function OutageList({ outages, times }: { outages: readonly SeenOutage[]; times: TimeTexts }) {
  const { t } = useTranslation();
  const { spanText } = useHistoryTexts();
  if (outages.length === 0) return null;
  return (
    <ul className="history-legend small" aria-label={t('Outages')}>
      {outages.slice(-MOST_MARKS).map(({ from, to, seconds }) => (
        <li key={from}>
          <span className="history-key" data-strip="failing" aria-hidden />
          <span className="tabular">
            {t('{{from}} to {{to}} ({{span}})', {
              ...{ from: times.point(from), to: times.point(to), span: spanText(seconds) },
            })}
          </span>{' '}
          {t(STATE_WORDS.failing)}
        </li>
      ))}
    </ul>
  );
}

function MarkList({ marks, times }: { marks: readonly HistoryMark[]; times: TimeTexts }) {
  const { t } = useTranslation();
  const { spanText } = useHistoryTexts();
  if (marks.length === 0) return null;
  return (
    <ul className="history-legend small" aria-label={t('Events')}>
      {marks.slice(-MOST_MARKS).map(({ from, to, label, severity }) => (
        <li key={`${from} ${label}`}>
          <span className="history-key" data-strip={severity} aria-hidden />
          <time className="tabular">{times.point(from)}</time> {t(label)}
          {to !== from && <span className="dim">{to === null ? t('goes on') : spanText(to - from)}</span>}
        </li>
      ))}
    </ul>
  );
}

function FileButton({ name, request }: Pick<ReadHistory, 'request'> & { name: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const file = useSelector(({ agentHistory }: WithAgentHistory) => agentHistory.file);
  useEffect(() => {
    if (file.status !== 'ready') return;
    download(file.name, file.text, 'text/csv');
    dispatch(historyFileDone());
  }, [dispatch, file]);
  return (
    <Button
      icon="download"
      busy={file.status === 'asked'}
      onClick={() => dispatch(historyFileRequested({ name, request }))}
    >
      {t('Export CSV')}
    </Button>
  );
}

import { Fragment, memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { clockOf, formatSpan } from '../../../i18n/format.ts';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import { pageNow } from '../../../media/run/pageClock.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { type Health, healthOf } from '../../../media/timeline/event.ts';
import { type ExportFormat, exportOf } from '../../../media/timeline/export.ts';
import { groupByCause, groupDays, type TimelineGroup } from '../../../media/timeline/groupByCause.ts';
import { groupEpisodes, type TimelineEpisode } from '../../../media/timeline/groupEpisodes.ts';
import { OTHER_VIEWS } from '../../../media/verdict/verdict.ts';
import { Actions } from '../../../ui/controls/Actions.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { download } from '../../../ui/controls/download.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import type { WithChannels } from '../channel/slice.ts';
import { publicationsOf, type WithPublicationList } from '../publication/publicationState.ts';
import { shownControlIn, shownVerdictIn, type WithVerdicts } from '../verdict/slice.ts';
import { type LineText, type LineWords, lineText } from './lineText.tsx';
import {
  CORE_TIMELINE,
  historyIn,
  namesIn,
  timelineCleared,
  timelineOpened,
  titleKey,
  together,
  type WithHistory,
} from './slice.ts';

const FEW = 3;

const MANY = 100;

type TimelineState = WithHistory & WithChannels;

const recordingsIn = (state: WithPublicationList, channel: string) =>
  Object.entries(publicationsOf(state, channel)).flatMap(([id, { service }]) => (service === 'recording' ? [id] : []));

/** Events newest first, grouped: actions with their effects, failures with everything affected. */
export function Timeline({ channel }: { channel: string }) {
  const { t, i18n } = useTranslation();
  const dispatch = useDispatch();
  const [open, setOpen] = useState(false);
  const events = useEvents(channel);
  const recordings = useSelector((state: WithPublicationList) => recordingsIn(state, channel), sameJson);
  const groups = useMemo(() => groupByCause(groupEpisodes(events, pageNow(), recordings)), [events, recordings]);
  const days = groupDays(groups.slice(0, open ? MANY : FEW), dayOf(i18n.language));
  const today = dayOf(i18n.language)(pageNow());
  const toggle = () => {
    if (!open) dispatch(timelineOpened(channel));
    setOpen(!open);
  };
  return (
    <Card
      title={t('Timeline')}
      tools={
        <Button kind="quiet" aria-expanded={open} onClick={toggle}>
          {open ? t('Show less') : t('Show all')}
        </Button>
      }
    >
      <div className="timeline small">
        {days.length === 0 && (
          <p className="dim">{t('Nothing has happened yet. Events of the last 24 hours appear here.')}</p>
        )}
        {days.map(({ day, groups: dayGroups }) => (
          <Fragment key={day}>
            {day !== today && <h3>{day}</h3>}
            <ol aria-label={day === today ? t('Timeline') : day}>
              {dayGroups.map((group) => (
                <GroupRow key={keyOf(group.rest[0] ?? group.head)} channel={channel} group={group} />
              ))}
            </ol>
          </Fragment>
        ))}
      </div>
      {open && groups.length > MANY && <p className="dim small">{t('Older events are in the export.')}</p>}
      {open && <Past channel={channel} />}
      {open && groups.length > 0 && <Tools channel={channel} />}
    </Card>
  );
}

const dayOf = (language: string) => {
  const day = new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long' });
  return (at: number) => day.format(at);
};

/** Changes only with new events, because the store is updated every few seconds. */
function useEvents(channel: string) {
  const own = useSelector((state: TimelineState) => historyIn(state, channel));
  const core = useSelector((state: TimelineState) => historyIn(state, CORE_TIMELINE));
  return useMemo(() => together(own, core), [own, core]);
}

function wellIn(state: WithVerdicts, channel: string): LineWords['well'] {
  const { kind } = shownVerdictIn(state, channel);
  if (kind === 'live') return 'all';
  const isBack = OTHER_VIEWS[kind].output === 'soon' || shownControlIn(state, channel).asked === 'return';
  return isBack ? 'source' : 'nothing';
}

function useTelling(channel: string): LineWords {
  const { t, i18n } = useTranslation();
  const calm = useSelector((state: WithVerdicts) => wellIn(state, channel));
  const names = useSelector((state: TimelineState) => namesIn(state, channel, t), sameJson);
  const titles = useSelector(({ timeline: history }: WithHistory) => history.titles);
  return {
    well: calm,
    t: (text, values) => t(text, { ...values }),
    clock: clockOf(i18n.language),
    span: (seconds) => formatSpan(seconds, i18n.language),
    nameOf: (id) => sanitizeDisplayText(names[id] ?? t('A deleted publication')),
    titleOf: (cause, subject) => titles[titleKey(cause, subject)] ?? '',
  };
}

const TONES: Readonly<Record<Health, string>> = { good: 'tone-accent', poor: 'tone-warning', bad: 'tone-error' };
const toneOf = ({ event }: TimelineEpisode) => {
  const health = event.kind === 'state' ? healthOf(event.status) : null;
  return health === null ? 'dim' : TONES[health];
};

/** The key of an ongoing episode stays the same while its end moves. */
const keyOf = ({ at, event }: TimelineEpisode) =>
  [at, event.kind, ...('of' in event ? [event.of] : []), 'status' in event ? event.status : ''].join(' ');

function GroupRow({ channel, group: { head, rest } }: { channel: string; group: TimelineGroup }) {
  const { t } = useTranslation();
  const telling = useTelling(channel);
  const details = useDetails(channel, head);
  const line = <Line tone={toneOf(head)} {...lineText(head, telling)} />;
  if (rest.length === 0)
    return (
      <li className="timeline-row">
        {line}
        {details}
      </li>
    );
  return (
    <li>
      <details>
        <summary className="timeline-row">
          {line}
          <span className="timeline-count dim">{t('{{n}} more', { n: rest.length })}</span>
        </summary>
        <ol>
          {rest.map((episode) => (
            <li key={keyOf(episode)} className="timeline-row">
              <Line tone={toneOf(episode)} {...lineText(episode, telling)} />
            </li>
          ))}
        </ol>
        {details}
      </details>
    </li>
  );
}

/** Returns a link to the log of a failure, or null for a deleted process. */
function useDetails(channel: string, { event }: TimelineEpisode) {
  const { t } = useTranslation();
  const of = event.kind === 'state' && event.status !== 'live' ? event.of : null;
  const isThere = useSelector(
    (state: TimelineState) => of === 'source' || (of !== null && of in publicationsOf(state, channel)),
  );
  if (of === null || !isThere) return null;
  const query = of === 'source' ? '' : `&of=${encodeURIComponent(of)}`;
  return (
    <a className="timeline-link" href={`#/${channel}?show=details${query}`}>
      {t('Process details')}
    </a>
  );
}

const Line = memo(function Line({ time, what, more, tone }: LineText & { tone: string }) {
  return (
    <>
      <time className="tabular">{time}</time>
      <span className={tone} aria-hidden>
        ●
      </span>
      <span className="timeline-text">
        {what}
        {more !== '' && <span className="dim"> · {more}</span>}
      </span>
    </>
  );
});

function Past({ channel }: { channel: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const past = useSelector(({ timeline: history }: WithHistory) => history.past[channel]);
  if (past === 'asked') return <p className="dim small">{t('Loading what the core remembers …')}</p>;
  if (past !== 'refused') return null;
  return (
    <p className="dim small">
      {t('What the core remembers could not be loaded.')}{' '}
      <Button kind="quiet" onClick={() => dispatch(timelineOpened(channel))}>
        {t('Retry')}
      </Button>
    </p>
  );
}

function Tools({ channel }: { channel: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const [asking, setAsking] = useState(false);
  const events = useEvents(channel);
  const names = useSelector((state: TimelineState) => namesIn(state, channel, t), sameJson);
  const save = (format: ExportFormat) => {
    const day = new Date().toISOString().slice(0, 10);
    const text = exportOf(events, (id) => names[id] ?? '', format);
    download(`timeline-${day}.${format}`, text, format === 'json' ? 'application/json' : 'text/csv');
  };
  return (
    <Actions
      back={
        <Button kind="quiet" icon="trash" onClick={() => setAsking(true)}>
          {t('Clear')}
        </Button>
      }
    >
      <Button kind="quiet" icon="download" onClick={() => save('json')}>
        {t('Export JSON')}
      </Button>
      <Button icon="download" onClick={() => save('csv')}>
        {t('Export CSV')}
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        title={t('Clear the timeline?')}
        confirm={t('Clear timeline')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          dispatch(timelineCleared(channel));
        }}
      >
        {t('What happened so far is deleted from this browser. This cannot be undone.')}
      </ConfirmDialog>
    </Actions>
  );
}

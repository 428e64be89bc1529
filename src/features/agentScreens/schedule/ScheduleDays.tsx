import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatDayTime, formatTimeOfDay } from '../../../i18n/formatDayTime.ts';
import { msg } from '../../../i18n/msg.ts';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import type { ScheduleConflict, ScheduleEntry, SchedulePreview } from '../../../media/schedule/schedulePreview.ts';
import type { ScheduleRule } from '../../../media/schedule/scheduleRule.ts';
import { momentOf } from '../../../media/schedule/transitions.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { type DrawingName, Icon } from '../../../ui/look/icons.tsx';
import type { ColorTone } from '../../../ui/look/palette.ts';
import type { RuleResult } from './slice.ts';
import { useRuleText, zoneHere } from './useRuleText.tsx';
import { useSubjectText } from './useSubjectText.tsx';

const LOOKS: Readonly<Record<ScheduleEntry['becomes'], { word: string; icon: DrawingName; tone: ColorTone }>> = {
  on: { word: msg('On'), icon: 'play', tone: 'accent' },
  off: { word: msg('Off'), icon: 'stop', tone: 'neutral' },
  restart: { word: msg('Restart'), icon: 'restart', tone: 'warning' },
};

interface ScheduleDaysProps {
  plan: SchedulePreview;
  rules: readonly ScheduleRule[];
  now: number;
  /** Time zone of the days: that of the rule, or of the browser. */
  zone: string;
  /** All rows belong to one rule, so they do not name it. */
  single?: boolean;
}

const SHOWN = 40;

/** `end` is null for a run without an end. */
interface ScheduledRun {
  /** The start of the run, or the end of a run that is already in progress. */
  entry: ScheduleEntry;
  end: number | null;
}

const trackOf = ({ rule, track }: Pick<ScheduleEntry, 'rule' | 'track'>) => `${rule.id} ${track}`;

/** Pairs each end with the start before it; an end without a start belongs to a run in progress. */
function runsIn(entries: readonly ScheduleEntry[]): readonly ScheduledRun[] {
  const runs: ScheduledRun[] = [];
  const open = new Map<string, ScheduledRun>();
  for (const entry of entries) {
    const started = open.get(trackOf(entry));
    if (entry.isEnd && started) {
      started.end = entry.at;
      open.delete(trackOf(entry));
      continue;
    }
    const run: ScheduledRun = { entry, end: entry.isEnd ? entry.at : null };
    runs.push(run);
    if (!entry.isEnd) open.set(trackOf(entry), run);
  }
  // The end may be after the listed period.
  for (const run of open.values()) {
    const { rule, track, at } = run.entry;
    const { isRunning, next } = momentOf(rule, track, at);
    if (isRunning && next) run.end = next.at;
  }
  return runs;
}

export function ScheduleDays({ plan, rules, now, zone, single = false }: ScheduleDaysProps) {
  const { t, i18n } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const runs = useMemo(() => runsIn(plan.entries), [plan.entries]);
  const shown = isWhole ? runs : runs.slice(0, SHOWN);
  const days = byDay(shown, ({ entry }) => formatDay(entry.isEnd ? now : entry.at, i18n.language, zone));
  const rest = runs.length - shown.length;
  return (
    <div className="stack">
      {plan.conflicts.map((conflict) => (
        <ConflictNote key={conflict.rules.join(' ')} conflict={conflict} rules={rules} now={now} zone={zone} />
      ))}
      {runs.length === 0 && <p className="dim">{t('Nothing happens in the next 14 days.')}</p>}
      {[...days].map(([day, those]) => (
        <section key={day} className="schedule-day" aria-label={day}>
          <h3>{day}</h3>
          <ul>
            {those.map((run) => (
              <DayRun key={`${trackOf(run.entry)} ${run.entry.at}`} run={run} zone={zone} single={single} />
            ))}
          </ul>
        </section>
      ))}
      {rest > 0 && (
        <div>
          <Button onClick={() => setWhole(true)}>{t('Show {{n}} more', { n: rest })}</Button>
        </div>
      )}
      {isWhole && plan.isCut && <p className="dim small">{t('There is more than can be shown here.')}</p>}
    </div>
  );
}

function byDay(runs: readonly ScheduledRun[], dayOf: (run: ScheduledRun) => string) {
  const days = new Map<string, ScheduledRun[]>();
  for (const run of runs) {
    const day = dayOf(run);
    days.set(day, [...(days.get(day) ?? []), run]);
  }
  return days;
}

const DAY_MS = 86_400_000;

function useRunTimes({ entry, end }: ScheduledRun) {
  const { t, i18n } = useTranslation();
  return (zone: string) => {
    const timeOf = (at: number) => formatTimeOfDay(at, i18n.language, zone);
    if (entry.isEnd) return t('until {{time}}', { time: timeOf(entry.at) });
    if (end === null) return timeOf(entry.at);
    return end - entry.at < DAY_MS
      ? `${timeOf(entry.at)}–${timeOf(end)}`
      : `${timeOf(entry.at)} – ${formatDayTime(end, entry.at, i18n.language, zone)}`;
  };
}

interface DayRunProps {
  run: ScheduledRun;
  zone: string;
  single: boolean;
}

function DayRun({ run, zone, single }: DayRunProps) {
  const { t } = useTranslation();
  const subjectOf = useSubjectText();
  const timesIn = useRunTimes(run);
  const { rule, track, isShifted, local } = run.entry;
  const isImage = track === 'image' || rule.subject.type === 'image';
  const { word, icon, tone } = LOOKS[track === 'image' ? 'on' : rule.want];
  const subject = subjectOf(
    track === 'image' && rule.subject.type === 'channel' ? { type: 'image', id: rule.subject.id } : rule.subject,
  );
  const others = [...new Set([rule.zone, zoneHere()])].filter((other) => timesIn(other) !== timesIn(zone));
  const notes = [
    ...others.map((other) => `${timesIn(other)} ${other}`),
    ...(others.length > 0 && !others.includes('UTC') && zone !== 'UTC' ? [`${timesIn('UTC')} UTC`] : []),
    ...(isShifted ? [t('{{time}} does not exist on this day: the clocks go forward.', { time: local.slice(-5) })] : []),
  ];
  return (
    <li className="schedule-entry">
      <span className="tabular schedule-times">{timesIn(zone)}</span>
      <span className={`schedule-word tone-${tone}`}>
        <Icon name={isImage ? 'test' : icon} size={16} />
        {t(word)}
      </span>
      <span className="schedule-what">
        {single ? track === 'image' && <span>{subject}</span> : <a href={`#/schedule/${rule.id}`}>{subject}</a>}
        {notes.length > 0 && <span className="dim small">{notes.join(' · ')}</span>}
      </span>
    </li>
  );
}

interface ConflictNoteProps extends Pick<ScheduleDaysProps, 'rules' | 'now' | 'zone'> {
  conflict: ScheduleConflict;
}

function ConflictNote({ conflict, rules, now, zone }: ConflictNoteProps) {
  const { t, i18n } = useTranslation();
  const ruleText = useRuleText();
  const those = rules.filter(({ id }) => conflict.rules.includes(id));
  return (
    <Alert
      tone="warning"
      title={t('Two rules want different things: {{when}}', {
        when: formatDayTime(conflict.at, now, i18n.language, zone),
      })}
    >
      <ul className="schedule-rules">
        {those.map((rule) => (
          <li key={rule.id}>{sanitizeDisplayText(ruleText(rule), 300)}</li>
        ))}
      </ul>
      <p>{t('What begins later wins until it ends. A restart leaves alone what is off.')}</p>
    </Alert>
  );
}

interface MissedRunsProps extends Pick<ScheduleDaysProps, 'rules' | 'now'> {
  last: Readonly<Record<string, RuleResult>>;
}

/** Missed runs, at the top of the page because nobody was watching at the time. */
export function MissedRuns({ rules, last, now }: MissedRunsProps): ReactNode {
  const { t, i18n } = useTranslation();
  const ruleText = useRuleText();
  const missed = rules.flatMap((rule) => {
    const result = last[rule.id];
    return result?.result === 'missed' ? [{ rule, at: result.at }] : [];
  });
  if (missed.length === 0) return null;
  return (
    <Alert tone="warning" title={t('Missed runs: {{n}}', { n: missed.length })}>
      <ul className="schedule-rules">
        {missed.map(({ rule, at }) => (
          <li key={rule.id}>{`${formatDayTime(at, now, i18n.language)} · ${ruleText(rule)}`}</li>
        ))}
      </ul>
      <p>{t('The agent or the core was not running in time. A run is not made up for once its time is over.')}</p>
    </Alert>
  );
}

import { useTranslation } from 'react-i18next';
import { formatSpan } from '../../../i18n/format.ts';
import { msg } from '../../../i18n/msg.ts';
import type { ScheduleRule, ScheduleTiming } from '../../../media/schedule/scheduleRule.ts';
import { useSubjectText } from './useSubjectText.tsx';

const SENTENCES: Readonly<Record<ScheduleRule['want'], string>> = {
  on: msg('{{when}}: {{what}}, on'),
  off: msg('{{when}}: {{what}}, off'),
  restart: msg('{{when}}: {{what}}, restart'),
};

export const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A local time without a zone, to be formatted as UTC. */
const plain = (local: string) => new Date(`${local.length === 'HH:MM'.length ? `1970-01-01T${local}` : local}:00Z`);

/** 1970 started on a Thursday, so January 5 was a Monday. */
export const weekdayName = (day: number, language: string, weekday: 'long' | 'short'): string =>
  new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(new Date(Date.UTC(1970, 0, 4 + day)));

const FEW = 2;
const WEEK = 7;

/** Describes a rule in one sentence: "Every Sunday 09:55–11:30: Studio and its publications, on". */
export function useRuleText(): (rule: ScheduleRule) => string {
  const { t } = useTranslation();
  const subjectOf = useSubjectText();
  const whenOf = useTimingText();
  return ({ want, timing, zone, subject }) => {
    const time = whenOf(timing, want);
    return t(SENTENCES[want], {
      when: zone === zoneHere() ? time : `${time} (${zone})`,
      what: subjectOf(subject),
    });
  };
}

function useTimingText() {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const spanOf = (from: string, to: string | null, isAt: boolean) => {
    if (isAt) return t('at {{from}}', { from });
    return to === null ? t('from {{from}}', { from }) : `${from}–${to}`;
  };
  const dayOf = (local: string) => {
    const date = plain(local);
    return Number.isNaN(date.getTime())
      ? ''
      : new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' }).format(date);
  };
  const daysOf = (days: readonly number[]) => {
    if (days.length === WEEK) return t('Daily');
    const names = days.map((day) => weekdayName(day, language, days.length > FEW ? 'short' : 'long'));
    return t('Every {{days}}', { days: new Intl.ListFormat(language, { type: 'conjunction' }).format(names) });
  };
  return (timing: ScheduleTiming, want: ScheduleRule['want']): string => {
    const isAt = want === 'restart';
    switch (timing.type) {
      case 'once': {
        const [from = '', to = null] = [timing.from, timing.to];
        const [day, time = ''] = from.split('T');
        const [lastDay, end = null] = to?.split('T') ?? [];
        if (end !== null && lastDay !== day) return `${dayOf(from)} ${time} – ${dayOf(to ?? '')} ${end}`;
        return `${dayOf(from)} ${spanOf(time, end, isAt)}`;
      }
      case 'weekly': {
        const { days, from, to } = timing;
        const span = spanOf(from, to, isAt);
        return `${daysOf(days)} ${to !== null && to <= from && !isAt ? t('{{span}} the next day', { span }) : span}`;
      }
      case 'cron': {
        const text = t('Cron {{expression}}', { expression: timing.expression });
        return timing.minutes === null || isAt ? text : `${text} (${formatSpan(timing.minutes * 60, language)})`;
      }
    }
  };
}

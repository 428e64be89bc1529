import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { ingestId } from '../../../api/processIds.ts';
import type { Channel } from '../../../media/channel/channel.ts';
import { outputIdsOf } from '../../../media/channel/publicationOutputs.ts';
import type { ProcessesOf } from '../../../media/schedule/ordersOf.ts';
import { type SchedulePreview, schedulePreview } from '../../../media/schedule/schedulePreview.ts';
import type { ScheduleRule } from '../../../media/schedule/scheduleRule.ts';
import type { ScheduleSettings } from '../../../media/schedule/scheduleSettings.ts';
import { useEachSecond } from '../../../ui/useEachSecond.ts';
import type { WithChannels } from '../../live/channel/slice.ts';

const processesAmong =
  (list: readonly Channel[]): ProcessesOf =>
  (subject) => {
    switch (subject.type) {
      case 'channel': {
        const publications = Object.keys(list.find(({ id }) => id === subject.id)?.egresses ?? {});
        return [ingestId(subject.id), ...(subject.withPublications ? publications : [])];
      }
      case 'publication':
        return outputIdsOf(
          list.find(({ egresses }) => Object.hasOwn(egresses, subject.id))?.egresses ?? {},
          subject.id,
        );
      case 'group':
        return list.flatMap(({ id, egresses }) =>
          subject.channel === null || subject.channel === id
            ? Object.entries(egresses).flatMap(([egress, { turn }]) => (turn?.group === subject.name ? [egress] : []))
            : [],
        );
    }
  };

export const PREVIEW_DAYS = 14;
const MINUTE_MS = 60_000;

/** The current minute in milliseconds; schedules are exact to the minute. */
export const useMinute = (): number => useEachSecond((now) => Math.floor(now / MINUTE_MS) * MINUTE_MS);

/** Returns the transitions of the next two weeks, computed with the code of the agent. */
export function useSchedulePlan(settings: ScheduleSettings, now: number): SchedulePreview {
  const list = useSelector(({ channel }: WithChannels) => channel.list);
  return useMemo(() => schedulePreview(settings, now, PREVIEW_DAYS, processesAmong(list)), [settings, now, list]);
}

/** Returns the same object while the rule is equal, because computed results are cached by rule. */
export function useStableRule(rule: ScheduleRule): ScheduleRule {
  const text = JSON.stringify(rule);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for all of it
  return useMemo(() => rule, [text]);
}

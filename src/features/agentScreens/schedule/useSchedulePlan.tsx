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

/** Of the channels that there are. */
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
            ? Object.entries(egresses).flatMap(([one, { turn }]) => (turn?.group === subject.name ? [one] : []))
            : [],
        );
    }
  };

export const PREVIEW_DAYS = 14;
const MINUTE_MS = 60_000;

/** This minute (ms): a schedule is exact to the minute. */
export const useMinute = (): number => useEachSecond((now) => Math.floor(now / MINUTE_MS) * MINUTE_MS);

/** What the rules do in the next two weeks, as the agent computes it as well. */
export function useSchedulePlan(settings: ScheduleSettings, now: number): SchedulePreview {
  const list = useSelector(({ channel }: WithChannels) => channel.list);
  return useMemo(() => schedulePreview(settings, now, PREVIEW_DAYS, processesAmong(list)), [settings, now, list]);
}

/** The same object as long as the rule is the same: what is computed of a rule is kept with it. */
export function useStableRule(rule: ScheduleRule): ScheduleRule {
  const text = JSON.stringify(rule);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for all of it
  return useMemo(() => rule, [text]);
}

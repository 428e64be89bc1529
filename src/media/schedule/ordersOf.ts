import { channelOfIngest } from '../../api/processIds.ts';
import { type DueOrder, runningWants, type TrackTransition } from './dueOrders.ts';
import type { ScheduleRule, ScheduleSubject, ScheduleWant } from './scheduleRule.ts';
import type { ScheduleSettings } from './scheduleSettings.ts';
import type { ScheduleTrack } from './transitions.ts';

export type ProcessesOf = (subject: Exclude<ScheduleSubject, { type: 'image' }>) => readonly string[];

export type ScheduledOrder = { due: DueOrder } & (
  | { type: 'process'; id: string; command: 'start' | 'stop' | 'restart' }
  | { type: 'image'; channel: string; command: 'slate' | 'auto' }
);

export function aimsOf(rule: ScheduleRule, track: ScheduleTrack, processesOf: ProcessesOf): readonly ScheduleAim[] {
  const { subject } = rule;
  if (subject.type === 'image') return [{ type: 'image', id: subject.id }];
  if (track === 'image') return subject.type === 'channel' ? [{ type: 'image', id: subject.id }] : [];
  return processesOf(subject).map((id) => ({ type: 'process', id }));
}

export interface ScheduleAim {
  type: 'process' | 'image';
  id: string;
}

export const aimKey = ({ type, id }: ScheduleAim): string => `${type} ${id}`;

/** A restart only contradicts "off". */
export const isContrary = (want: ScheduleWant, other: ScheduleWant): boolean =>
  want === 'off' ? other !== 'off' : other === 'off';

const COMMANDS = { on: 'start', off: 'stop', restart: 'restart' } as const;

/** Returns the newest order per process and image, without orders that contradict a running rule. */
export function ordersOf(
  due: readonly DueOrder[],
  { settings, now, processesOf }: { settings: ScheduleSettings; now: number; processesOf: ProcessesOf },
): readonly ScheduledOrder[] {
  if (due.length === 0) return [];
  const running = runningWants(settings, now).map((want) => ({ want, keys: keysOf(want, processesOf) }));
  const orders = new Map<string, ScheduledOrder>();
  for (const order of due.toSorted((a, b) => a.at - b.at)) {
    const yields = order.isEnd || order.becomes === 'restart';
    for (const aim of aimsOf(order.rule, order.track, processesOf)) {
      const key = aimKey(aim);
      const isWantedOtherwise = running.some(
        ({ want, keys }) => want.rule.id !== order.rule.id && keys.has(key) && isContrary(want.becomes, order.becomes),
      );
      if (!(yields && isWantedOtherwise)) orders.set(key, orderOf(order, aim));
    }
  }
  return [...orders.values()].toSorted((a, b) => rankOf(a) - rankOf(b));
}

const keysOf = ({ rule, track }: TrackTransition, processesOf: ProcessesOf) =>
  new Set(aimsOf(rule, track, processesOf).map(aimKey));

function orderOf(due: DueOrder, { type, id }: ScheduleAim): ScheduledOrder {
  if (type === 'image') return { due, type, channel: id, command: due.becomes === 'on' ? 'slate' : 'auto' };
  return { due, type, id, command: COMMANDS[due.becomes] };
}

/** Images before their channels, ingests before their publications. */
function rankOf(order: ScheduledOrder): number {
  if (order.type === 'image') return 0;
  return channelOfIngest(order.id) === null ? 2 : 1;
}

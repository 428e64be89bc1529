import { expect, it } from 'vitest';
import { egressId, ingestId } from '../../api/processIds.ts';
import { dueOrders, type ScheduleDone } from './dueOrders.ts';
import { ordersOf, type ProcessesOf } from './ordersOf.ts';
import type { ScheduleRule } from './scheduleRule.ts';
import { anyRule, scheduleOf } from './testing.ts';

const channel = '00000000-0000-4000-8000-000000000001';
const ingest = ingestId(channel);
const egress = egressId('rtmp', '00000000-0000-4000-8000-000000000002');

const processesOf: ProcessesOf = (subject) => {
  if (subject.type === 'channel')
    return subject.id === channel ? [...(subject.withPublications ? [egress] : []), ingest] : [];
  return [egress];
};
/** A Sunday. */
const on = (time: string) => Date.parse(`2026-06-07T${time}Z`);
const until = (from: string, to: string | null) => ({ timing: { type: 'weekly' as const, days: [7], from, to } });
const all = { type: 'channel' as const, id: channel, withPublications: true };
const channelOnly = { ...all, withPublications: false };
const publication = { type: 'publication' as const, id: egress };
const rule = (id: string, changed: Partial<ScheduleRule>) => anyRule({ id, since: on('00:00'), ...changed });

it.each<[string, readonly ScheduleRule[], string, ScheduleDone, readonly string[]]>([
  [
    'an ingest before its destinations',
    [rule('a', { subject: all })],
    '10:00',
    {},
    [`start ${ingest}`, `start ${egress}`],
  ],
  [
    'the image first',
    [rule('a', { subject: channelOnly, imageMinutes: 5 })],
    ...(['10:00', {}] as const),
    [`slate ${channel}`, `start ${ingest}`],
  ],
  [
    'the source again',
    [rule('a', { subject: { type: 'image', id: channel } })],
    '11:00',
    { a: on('10:00') },
    [`auto ${channel}`],
  ],
  ['nothing of a channel that was deleted', [rule('a', { subject: { ...all, id: 'gone' } })], '10:00', {}, []],
  [
    'an end, but not of channels that another rule has on',
    [rule('a', { subject: all }), rule('b', { subject: publication, ...until('10:30', '12:00') })],
    ...(['11:00', { a: on('10:00'), b: on('10:30') }] as const),
    [`stop ${ingest}`],
  ],
  [
    'an end when the next rule starts',
    [rule('a', { subject: channelOnly }), rule('b', { subject: channelOnly, ...until('11:00', '12:00') })],
    ...(['11:00', { a: on('10:00') }] as const),
    [`start ${ingest}`],
  ],
  [
    'no restart of a channel that another rule has off',
    [
      rule('a', { subject: publication, want: 'restart', ...until('10:00', null) }),
      rule('b', { subject: publication, want: 'off', ...until('09:00', '12:00') }),
    ],
    ...(['10:00', { b: on('09:00') }] as const),
    [],
  ],
  [
    'a start, over a running pause',
    [rule('a', { subject: publication }), rule('b', { subject: publication, want: 'off', ...until('09:00', '12:00') })],
    ...(['10:00', { b: on('09:00') }] as const),
    [`start ${egress}`],
  ],
  [
    'the newest of two beginnings',
    [rule('a', { subject: publication, ...until('10:05', '11:00') }), rule('b', { subject: publication, want: 'off' })],
    ...(['10:06', {}] as const),
    [`start ${egress}`],
  ],
])('due rules lead to orders for %s', (_, rules, time, done, expected) => {
  const settings = scheduleOf(...rules);
  const now = on(time);
  const { due } = dueOrders({ settings, now, done });
  const orders = ordersOf(due, { settings, now, processesOf });
  expect(orders.map((order) => `${order.command} ${order.type === 'image' ? order.channel : order.id}`)).toEqual(
    expected,
  );
});

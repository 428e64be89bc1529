import { expect, it } from 'vitest';
import type { AlarmIncidents, JournalEvents } from '../../api/agentEndpoints.ts';
import { egressId, ingestId } from '../../api/processIds.ts';
import { alarmMarks, journalMarks } from './historyMarks.ts';

const CHANNEL = '11111111-2222-4333-8444-555555555555';
const OTHER = '99999999-2222-4333-8444-555555555555';

const event = (second: number, name: string, channel: string | null = null, fields = {}) => ({
  ...{ id: second, time: second * 1000, channel, event: name, fields },
});
const air = (second: number, onAir: string, channel = CHANNEL) =>
  event(second, 'on-air', channel, { what: onAir, why: 'live' });

const EVENTS: JournalEvents['events'] = [
  event(10, 'agent-started'),
  air(20, 'source'),
  air(30, 'slate'),
  air(31, 'slate'),
  air(35, 'slate', OTHER),
  air(40, 'source'),
  event(50, 'core-lost'),
  event(52, 'core-lost'),
  event(60, 'core-found'),
  event(70, 'clock-stepped', null, { seconds: 600 }),
  air(80, 'slate'),
  event(90, 'core-lost'),
];
const marksOf = (subject: string, from = 0, to = 1000) =>
  journalMarks(EVENTS, subject, { from, to }).map((mark) => [mark.from, mark.to, mark.severity]);

it('marks of the core and of a channel last until the event that ends them', () => {
  expect(marksOf('core')).toEqual([
    [50, 60, 'error'],
    [70, 70, 'info'],
    [90, null, 'error'],
  ]);
  expect(marksOf(ingestId(CHANNEL))).toEqual([
    [30, 40, 'warning'],
    [80, null, 'warning'],
  ]);
  expect(marksOf(ingestId(OTHER))).toEqual([[35, null, 'warning']]);
  expect(marksOf(egressId('rtmp', CHANNEL))).toEqual([]);
});

it('marks that overlap a span are kept', () => {
  expect(marksOf('core', 55, 65)).toEqual([[50, 60, 'error']]);
  expect(marksOf('core', 61, 65)).toEqual([]);
  expect(marksOf('core', 500, 600)).toEqual([[90, null, 'error']]);
});

const incident = (rule: string, changed: object = {}): AlarmIncidents['incidents'][number] => ({
  ...{ id: rule, rule, channel: CHANNEL, publication: null, names: { channel: 'Studio', publication: '' } },
  ...{
    status: 'resolved',
    begun: 100_000,
    ended: 160_000,
    end: 'good',
    fault: '',
    sentences: [],
    remedy: null,
    isSilent: false,
    ...changed,
  },
});
const VENUE = egressId('rtmp', OTHER);

it('alarms are marks of their subject', () => {
  const incidents = [
    incident('destination-failing', { publication: VENUE, status: 'firing', ended: null }),
    incident('channel-down'),
    incident('channel-down', { channel: OTHER }),
    incident('too-slow', { status: 'pending' }),
    incident('standby-image'),
    incident('of-a-newer-agent'),
    incident('agent-away', { channel: null }),
  ];
  const marks = (subject: string) =>
    alarmMarks(incidents, subject, { from: 0, to: 1000 }).map((mark) => [mark.from, mark.to, mark.severity]);
  expect(marks(ingestId(CHANNEL))).toEqual([[100, 160, 'error']]);
  expect(marks(VENUE)).toEqual([[100, null, 'error']]);
  expect(marks('core')).toEqual([[100, 160, 'warning']]);
  expect(marks(egressId('rtmp', CHANNEL))).toEqual([]);
});

import { expect, it } from 'vitest';
import type { Act, Event, Status } from './event.ts';
import { groupByCause, groupDays } from './groupByCause.ts';
import { groupEpisodes } from './groupEpisodes.ts';

const S = 1000;
const is = (of: string, status: Status, from: number, to: number): Event => ({
  ...{ kind: 'state', of, status, at: from * S, until: to * S, over: true, cause: null, told: 'seen' },
});
const did = (of: string, act: Act, at: number): Event => ({ kind: 'deed', of, act, by: 'here', at: at * S });
const NOW = 10_000 * S;

const words = ({ event }: { event: Event }) => {
  if (event.kind === 'state') return `${event.of} ${event.status}`;
  return event.kind === 'deed' ? `${event.of} ${event.act}` : event.kind;
};
const summaryOf = (events: readonly Event[]) =>
  groupByCause(groupEpisodes(events, NOW)).map(({ head, rest }) => [words(head), ...rest.map(words)]);

it.each<[string, Event[], string[][]]>([
  ['nothing', [], []],
  ['one action', [did('a', 'start', 10)], [['a start']]],
  [
    'saved, and started with it',
    [did('a', 'save', 10), did('a', 'start', 11), is('a', 'live', 15, 9000)],
    [['a start', 'a save']],
  ],
  ['acts far apart', [did('a', 'save', 10), did('a', 'start', 200)], [['a start'], ['a save']]],
  ['acts on two', [did('a', 'start', 10), did('b', 'start', 11)], [['b start'], ['a start']]],
  [
    'an action that fails has the tone of its result',
    [did('a', 'start', 10), is('a', 'failing', 14, 200)],
    [['a failing', 'a start']],
  ],
  [
    'a reaction belongs to its cause',
    [is('a', 'failing', 10, 200), did('a', 'save', 150), did('a', 'reconnect', 160)],
    [['a failing', 'a save', 'a reconnect']],
  ],
  [
    'simultaneous failures',
    [is('a', 'failing', 10, 200), is('b', 'failing', 12, 190), is('c', 'failing', 100, 190)],
    [['c failing'], ['a failing', 'b failing']],
  ],
  [
    'failures belong to a source that is down, however late they appear',
    [is('a', 'failing', 10, 300), is('source', 'away', 11, 290), is('b', 'failing', 200, 300)],
    [['source away', 'a failing', 'b failing']],
  ],
  [
    'an unreachable core precedes its source',
    [is('source', 'away', 10, 40), is('core', 'gone', 9, 40)],
    [['core gone', 'source away']],
  ],
  [
    'a problem of one publication does not belong to an action on another',
    [is('a', 'failing', 10, 2000), did('b', 'start', 500)],
    [['b start'], ['a failing']],
  ],
  [
    'a peak of viewers stays separate',
    [did('source', 'start', 10), { kind: 'peak', from: 10 * S, at: 20 * S, n: 3 }],
    [['peak'], ['source start']],
  ],
  [
    'a channel and its source are one',
    [did('channel', 'save', 10), did('source', 'start', 20)],
    [['source start', 'channel save']],
  ],
])('events are grouped by cause: %s', (_, events, groups) => expect(summaryOf(events)).toEqual(groups));

it('timeline entries are grouped by day', () => {
  const groups = groupByCause(
    groupEpisodes([did('a', 'start', 10), did('b', 'stop', 500), did('c', 'stop', 900)], NOW),
  );
  const days = groupDays(groups, (at) => (at < 600 * S ? 'Monday' : 'Tuesday'));
  expect(days.map(({ day, groups: of }) => [day, ...of.map(({ head }) => words(head))])).toEqual([
    ['Tuesday', 'c stop'],
    ['Monday', 'b stop', 'a start'],
  ]);
});

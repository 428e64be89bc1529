import { expect, it } from 'vitest';
import { groupsIn, NO_TURN, type StartTurn, turnsOf } from './publicationStartOrder.ts';

const turn = (more: Partial<StartTurn>) => ({ turn: { ...NO_TURN, ...more } });
const all = {
  a: turn({ group: 'Evening', order: 2 }),
  b: {},
  c: turn({ group: 'Evening', order: 1, pause: 5 }),
  d: turn({ group: 'Church', order: -1, pause: 0.05 }),
  e: turn({ group: 'Evening', order: 1, pause: 1e9 }),
};
const ids = Object.keys(all);

it.each<[string, string | undefined, [string, number][]]>([
  [
    'everybody',
    undefined,
    [
      ['d', 100],
      ['b', 100],
      ['c', 5000],
      ['e', 3_600_000],
      ['a', 100],
    ],
  ],
  [
    'a group',
    'Evening',
    [
      ['c', 5000],
      ['e', 3_600_000],
      ['a', 100],
    ],
  ],
  ['an empty group', 'Gone', []],
])('publications start in their order: %s', (_, group, expected) =>
  expect(turnsOf(ids, all, group).map(({ id, pauseMs }) => [id, pauseMs])).toEqual(expected),
);

it('the list of start groups contains each group once', () => expect(groupsIn(all)).toEqual(['Church', 'Evening']));

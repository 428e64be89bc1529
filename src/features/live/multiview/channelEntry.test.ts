import { expect, it } from 'vitest';
import { columnsFor, inOrder, oldSnapshot, type Place, placeAfter, snapshotAge } from './channelEntry.ts';

it.each([
  [0, 1],
  [1, 1],
  [2, 2],
  [4, 2],
  [5, 3],
  [9, 3],
  [12, 4],
  [17, 5],
])('arranges %s channels in %s columns', (count, columns) => expect(columnsFor(count)).toBe(columns));

it.each([
  ['none', undefined, null],
  ['a current one', 1000, null],
  ['the previous one', 900, null],
  ['after a missed one', 800, 800],
  ['from a clock that is ahead', 2000, null],
])('returns the time of a snapshot only after a missed one: %s', (_, takenAt, old) =>
  expect(oldSnapshot(takenAt, 1_000_000)).toBe(old),
);

it.each([
  [undefined, null],
  [1000, 0],
  [975, 20],
  [2000, 0],
])('a snapshot taken at %s has the age %s', (takenAt, age) => expect(snapshotAge(takenAt, 1_000_000)).toBe(age));

it.each([
  [undefined, undefined, 'running'],
  [undefined, 'connected', 'live'],
  [undefined, 'error', 'running'],
  [undefined, 'disconnected', 'stopped'],
  ['live', 'error', 'live'],
  ['live', 'connecting', 'live'],
  ['live', 'unknown', 'live'],
  ['live', 'disconnected', 'stopped'],
  ['stopped', 'unknown', 'stopped'],
  ['stopped', 'connecting', 'running'],
  ['running', 'connected', 'live'],
] as const)('moves a channel in place %s that is %s to place %s', (before, state, after) =>
  expect(placeAfter(before, state)).toBe(after),
);

it.each<[string, Readonly<Record<string, Place>>, string]>([
  ['no places are known', {}, 'abc'],
  ['the last is live', { a: 'stopped', b: 'running', c: 'live' }, 'cba'],
  ['all are live', { a: 'live', b: 'live', c: 'live' }, 'abc'],
  ['the first is stopped', { a: 'stopped' }, 'bca'],
])('sorts three channels by place: %s', (_, places, order) => {
  const list = [...'abc'].map((id) => ({ id }));
  expect(
    inOrder(list, places)
      .map(({ id }) => id)
      .join(''),
  ).toBe(order);
});

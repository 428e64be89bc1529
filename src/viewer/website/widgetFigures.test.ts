import { expect, it } from 'vitest';
import { askedIn, runTime, widgetFigures } from './widgetFigures.ts';

it.each([
  [
    { current_sessions: 2, total_sessions: 5, uptime: 61 },
    { now: 2, total: 7, uptime: 61 },
  ],
  [
    { current_sessions: 0, total_sessions: 0, uptime: 0.7 },
    { now: 0, total: 0, uptime: 0 },
  ],
  [{ current_sessions: 2 }, null],
  [{ current_sessions: '2', total_sessions: 1, uptime: 1 }, null],
  [{ code: 404, message: 'Unknown process ID' }, null],
  [null, null],
  ['', null],
])('parses the widget response %j', (answer, expected) => expect(widgetFigures(answer)).toEqual(expected));

it.each([
  [0, '00:00:00'],
  [3661, '01:01:01'],
  [86_399, '23:59:59'],
  [90_061, '1:01:01:01'],
])('formats a run time of %d s', (seconds, expected) => expect(runTime(seconds)).toBe(expected));

it('each round polls the current channel and some of the others', () => {
  expect(askedIn(0, 'a', ['b', 'c'], 4)).toEqual(['a', 'b', 'c']);
  const others = ['b', 'c', 'd', 'e', 'f'];
  expect([0, 1, 2].map((round) => askedIn(round, 'a', others, 2))).toEqual([
    ['a', 'b', 'c'],
    ['a', 'd', 'e'],
    ['a', 'f', 'b'],
  ]);
});

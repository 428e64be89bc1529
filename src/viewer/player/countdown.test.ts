import { expect, it } from 'vitest';
import { countdownTo } from './countdown.ts';

const now = Date.parse('2030-01-01T10:00:00Z');

it.each([
  ['', null],
  ['no date', null],
  ['2030-01-01T10:00:00Z', null],
  ['2029-12-31T10:00:00Z', null],
  ['2030-01-01T10:00:01Z', { days: 0, clock: '00:00:01' }],
  ['2030-01-01T12:00:00+02:00', null],
  ['2030-01-01T12:03:04+01:00', { days: 0, clock: '01:03:04' }],
  ['2030-01-04T09:59:59Z', { days: 2, clock: '23:59:59' }],
  ['2030-01-04T10:00:00Z', { days: 3, clock: '00:00:00' }],
])('counts down to "%s", or not at all', (startsAt, expected) => expect(countdownTo(startsAt, now)).toEqual(expected));

it('a second that has started counts as whole', () =>
  expect(countdownTo('2030-01-01T10:00:01Z', now + 1)).toEqual({ days: 0, clock: '00:00:01' }));

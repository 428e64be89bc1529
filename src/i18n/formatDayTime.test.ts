import { expect, it } from 'vitest';
import { formatDay, formatDayTime, formatTimeOfDay } from './formatDayTime.ts';

const BERLIN = 'Europe/Berlin';
const now = Date.parse('2026-11-29T22:30:00Z');

it.each([
  ['2026-11-29T22:55:00Z', 'today 23:55'],
  ['2026-11-29T23:05:00Z', 'tomorrow 00:05'],
  ['2026-11-28T10:00:00Z', 'yesterday 11:00'],
  ['2026-12-05T08:55:00Z', 'Saturday 09:55'],
  ['2026-12-06T08:55:00Z', 'Sun, Dec 6, 09:55'],
  ['2026-11-20T08:55:00Z', 'Fri, Nov 20, 09:55'],
])('formats %s in Berlin as %s', (at, text) => expect(formatDayTime(Date.parse(at), now, 'en', BERLIN)).toBe(text));

it('formats days and times in the given language and time zone', () => {
  expect(formatDay(now, 'de', 'Pacific/Auckland')).toBe('Montag, 30. November');
  expect(formatTimeOfDay(now, 'en', 'Pacific/Auckland')).toBe('11:30');
});

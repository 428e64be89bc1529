import { describe, expect, it } from 'vitest';
import { isQuiet, isTimeOfDay, isTimeZone } from './quietHours.ts';

const berlin = { from: '22:00', to: '07:00', zone: 'Europe/Berlin', exceptCritical: false };
const HOUR_MS = 3600 * 1000;

describe('quiet hours', () => {
  it.each([
    ['before their start', '2026-07-01T19:59:59Z', berlin, false],
    ['at their start', '2026-07-01T20:00:00Z', berlin, true],
    ['at midnight', '2026-07-01T22:00:00Z', berlin, true],
    ['before they end', '2026-07-02T04:59:59Z', berlin, true],
    ['when they end', '2026-07-02T05:00:00Z', berlin, false],
    ['in winter', '2026-01-01T21:00:00Z', berlin, true],
    ['before their start in winter', '2026-01-01T20:30:00Z', berlin, false],
    ['at lunch', '2026-07-01T10:30:00Z', { ...berlin, from: '12:00', to: '13:00' }, true],
    ['with equal start and end', '2026-07-01T20:00:00Z', { ...berlin, to: '22:00' }, false],
    ['with an offset of half an hour', '2026-07-01T16:30:00Z', { ...berlin, zone: 'Asia/Kolkata' }, true],
    ['on the other side of the world', '2026-07-01T10:00:00Z', { ...berlin, zone: 'Pacific/Auckland' }, true],
  ])('are decided %s', (_, at, hours, quiet) => expect(isQuiet(hours, Date.parse(at))).toBe(quiet));

  it.each([
    ['in spring', '2026-03-28T12:00:00Z', 8],
    ['in autumn', '2026-10-24T12:00:00Z', 10],
    ['in any other night', '2026-06-24T12:00:00Z', 9],
  ])('have the right length in a night with a change of the clock %s', (_, from, hours) => {
    const quarters = Array.from({ length: 96 }, (__, n) => Date.parse(from) + (n * HOUR_MS) / 4);
    expect(quarters.filter((at) => isQuiet(berlin, at))).toHaveLength(hours * 4);
  });

  it('that end in the repeated hour of a clock change end twice', () => {
    const hours = { ...berlin, to: '02:30' };
    const times = ['00:15', '00:45', '01:15', '01:45'].map((time) => Date.parse(`2026-10-25T${time}:00Z`));
    expect(times.map((at) => isQuiet(hours, at))).toEqual([true, false, true, false]);
  });

  it('that end in the skipped hour of a clock change end after it', () => {
    const hours = { ...berlin, to: '02:30' };
    const times = ['00:59', '01:00'].map((time) => Date.parse(`2026-03-29T${time}:00Z`));
    expect(times.map((at) => isQuiet(hours, at))).toEqual([true, false]);
  });
});

it.each([
  ['22:00', true],
  ['00:00', true],
  ['24:00', false],
  ['7:00', false],
  ['12:60', false],
  ['22:00\n', false],
  ['', false],
])('the time of day %j is valid or rejected', (text, expected) => expect(isTimeOfDay(text)).toBe(expected));

it.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Europe/Atlantis', false],
  ['../etc/passwd', false],
  ['', false],
])('the time zone %j is valid or rejected', (zone, expected) => expect(isTimeZone(zone)).toBe(expected));

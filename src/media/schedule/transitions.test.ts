import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ScheduleRule, ScheduleTiming, ScheduleWant } from './scheduleRule.ts';
import { anyRule } from './testing.ts';
import { lastTransition, nextTransition, transitionsOf } from './transitions.ts';

const FROM = Date.parse('2024-01-01T00:00Z');
const TO = Date.parse('2027-01-01T00:00Z');

/** Made by fixtures/occurrences.py. */
interface OccurrenceRow {
  zone: string;
  timing: ScheduleTiming;
  want: ScheduleWant;
  count: number;
  first: string | null;
  last: string | null;
  sha256: string;
}

const rows: readonly OccurrenceRow[] = JSON.parse(
  readFileSync(new URL('./fixtures/occurrences.json', import.meta.url), 'utf8'),
);

const lineOf = ({ at, becomes, isShifted }: { at: number; becomes: string; isShifted: boolean }) =>
  `${new Date(at).toISOString().slice(0, 16)} ${becomes}${isShifted ? ' shifted' : ''}`;

const labelOf = ({ zone, want, timing }: OccurrenceRow) => `${want} in ${zone}: ${JSON.stringify(timing)}`;

describe('transitions of three years equal those of another program', () => {
  it('in four zones, of 40 rules each', () => {
    expect(rows).toHaveLength(160);
    expect(new Set(rows.map(({ zone }) => zone)).size).toBe(4);
  });

  it.each(rows.map((row) => [labelOf(row), row] as const))('%s', (_, row) => {
    const rule = anyRule({ zone: row.zone, timing: row.timing, want: row.want });
    const found = transitionsOf({ ...rule }, FROM, TO, 'main', row.count + 10);
    const lines = found.map(lineOf);
    expect({ count: lines.length, first: lines[0] ?? null, last: lines.at(-1) ?? null }).toEqual({
      ...{ count: row.count, first: row.first, last: row.last },
    });
    expect(createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)).toBe(row.sha256);
    // The way back finds the same: a table that is walked from its end.
    for (const n of [0, 1, ...spread(found.length, 4)]) {
      const [one, next] = [found[n], found[n + 1]];
      if (!one || !next) continue;
      const asked = [one.at, Math.floor((one.at + next.at) / 2), next.at - 1];
      expect(asked.map((at) => lastTransition({ ...rule }, at))).toEqual([one, one, one]);
      expect(asked.map((at) => nextTransition({ ...rule }, at))).toEqual([next, next, next]);
    }
  });
});

/** Numbers below a length, spread over it without a pattern. */
const spread = (length: number, count: number) => Array.from({ length: count }, (_, n) => (n * 7919) % (length || 1));

const berlin = (timing: ScheduleTiming, want: ScheduleWant = 'on'): ScheduleRule =>
  anyRule({ zone: 'Europe/Berlin', timing, want });
const everyDay = [1, 2, 3, 4, 5, 6, 7];

describe('transitions', () => {
  it.each<[string, ScheduleRule, string, string, readonly string[]]>([
    [
      'that fall into the gap are at its end, and say so',
      berlin({ type: 'weekly', days: [7], from: '02:30', to: '04:00' }),
      ...(['2026-03-29T00:00Z', '2026-03-30T00:00Z'] as const),
      ['2026-03-29T02:30 = 2026-03-29T01:00 on shifted', '2026-03-29T04:00 = 2026-03-29T02:00 off'],
    ],
    [
      'within the doubled hour are in the first one',
      berlin({ type: 'weekly', days: [7], from: '02:30', to: '02:45' }),
      ...(['2026-10-24T12:00Z', '2026-10-26T00:00Z'] as const),
      ['2026-10-25T02:30 = 2026-10-25T00:30 on', '2026-10-25T02:45 = 2026-10-25T00:45 off'],
    ],
    [
      'of an interval inside the gap are none',
      berlin({ type: 'weekly', days: [7], from: '02:10', to: '02:50' }),
      ...(['2026-03-28T12:00Z', '2026-03-30T00:00Z'] as const),
      [],
    ],
    [
      'of a night when the clock changes end at the local time',
      berlin({ type: 'weekly', days: [6], from: '22:00', to: '06:00' }, 'off'),
      ...(['2026-03-28T12:00Z', '2026-03-30T00:00Z'] as const),
      ['2026-03-28T22:00 = 2026-03-28T21:00 off', '2026-03-29T06:00 = 2026-03-29T04:00 on'],
    ],
    [
      'of a gap that reaches midnight are on the next day',
      anyRule({ zone: 'America/Nuuk', timing: { type: 'weekly', days: [6], from: '23:30', to: null } }),
      ...(['2026-03-28T12:00Z', '2026-03-30T00:00Z'] as const),
      ['2026-03-28T23:30 = 2026-03-29T01:00 on shifted'],
    ],
    [
      'of each Sunday go on over the 53rd week of a year',
      berlin({ type: 'weekly', days: [7], from: '10:00', to: null }),
      ...(['2026-12-25T00:00Z', '2027-01-11T00:00Z'] as const),
      [
        '2026-12-27T10:00 = 2026-12-27T09:00 on',
        '2027-01-03T10:00 = 2027-01-03T09:00 on',
        '2027-01-10T10:00 = 2027-01-10T09:00 on',
      ],
    ],
    [
      'that go on without a break have no end',
      berlin({ type: 'weekly', days: everyDay, from: '10:00', to: '10:00' }),
      ...(['2026-06-01T00:00Z', '2026-06-03T00:00Z'] as const),
      ['2026-06-01T10:00 = 2026-06-01T08:00 on', '2026-06-02T10:00 = 2026-06-02T08:00 on'],
    ],
    [
      'of a rule with an unknown zone are none',
      anyRule({ zone: 'Europe/Atlantis', timing: { type: 'weekly', days: everyDay, from: '10:00', to: null } }),
      ...(['2026-06-01T00:00Z', '2026-06-03T00:00Z'] as const),
      [],
    ],
    [
      'of each second are none',
      berlin({ type: 'cron', expression: '* * * * * *', minutes: null }),
      ...(['2026-06-01T00:00Z', '2026-06-03T00:00Z'] as const),
      [],
    ],
    [
      'of a restart have no end',
      berlin({ type: 'cron', expression: '0 4 * * *', minutes: null }, 'restart'),
      ...(['2026-06-01T00:00Z', '2026-06-02T00:00Z'] as const),
      ['2026-06-01T04:00 = 2026-06-01T02:00 restart'],
    ],
  ])('%s', (_, rule, from, to, expected) => {
    const found = transitionsOf(rule, Date.parse(from), Date.parse(to));
    expect(found.map((one) => `${one.local} = ${lineOf(one)}`)).toEqual(expected);
  });

  it('are bounded', () => {
    const rule = berlin({ type: 'cron', expression: '* * * * *', minutes: null });
    expect(transitionsOf(rule, FROM, TO, 'main', 100)).toHaveLength(100);
  });

  it('of the image last as many minutes as the rule says', () => {
    const rule = anyRule({
      timing: { type: 'weekly', days: [7], from: '10:00', to: '11:00' },
      zone: 'UTC',
      imageMinutes: 5,
    });
    const found = transitionsOf(rule, Date.parse('2026-06-07T00:00Z'), Date.parse('2026-06-08T00:00Z'), 'image');
    expect(found.map(lineOf)).toEqual(['2026-06-07T10:00 on', '2026-06-07T10:05 off']);
  });
});

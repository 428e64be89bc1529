import { describe, expect, it } from 'vitest';
import { faultsOfRule } from './scheduleFaults.ts';
import type { ScheduleRule, ScheduleTiming } from './scheduleRule.ts';
import { anyRule } from './testing.ts';

const weekly = (changed: Partial<Extract<ScheduleTiming, { type: 'weekly' }>>): Partial<ScheduleRule> => ({
  timing: { type: 'weekly', days: [7], from: '10:00', to: '11:00', ...changed },
});
const once = (from: string, to: string | null): Partial<ScheduleRule> => ({
  zone: 'Europe/Berlin',
  timing: { type: 'once', from, to },
});
const cron = (expression: string, minutes: number | null = null): Partial<ScheduleRule> => ({
  timing: { type: 'cron', expression, minutes },
});

describe('the faults of a rule', () => {
  it.each<[string, Partial<ScheduleRule>, readonly string[]]>([
    ['without faults', {}, []],
    ['with a long name', { name: 'x'.repeat(101) }, ['name']],
    ['in no time zone', { zone: '' }, ['zone']],
    ['in a time zone that does not exist', { zone: 'Europe/Atlantis' }, ['zone']],
    ['on no day', weekly({ days: [] }), ['days']],
    ['on an eighth day', weekly({ days: [8] }), ['days']],
    ['at 24:00', weekly({ from: '24:00' }), ['from']],
    ['until 9', weekly({ to: '9' }), ['to']],
    ['that ends on the next day', weekly({ to: '09:00' }), []],
    ['that ends after a day', weekly({ to: '10:00' }), []],
    ['on February 30', once('2026-02-30T10:00', null), ['from']],
    ['on February 29 of a leap year', once('2028-02-29T10:00', null), []],
    ['in the year 99999', once('99999-01-01T10:00', null), ['from']],
    ['until no date', once('2026-02-20T10:00', 'tomorrow'), ['to']],
    ['that ends before it starts', once('2026-02-20T10:00', '2026-02-20T09:59'), ['to']],
    ['that ends when it starts', once('2026-02-20T10:00', '2026-02-20T10:00'), ['to']],
    ['inside the gap', once('2026-03-29T02:10', '2026-03-29T02:50'), ['to']],
    ['of 367 days', once('2026-02-20T10:00', '2027-02-22T10:00'), ['to']],
    ['of no fields', cron(''), ['expression']],
    ['of each second', cron('* * * * * *'), ['expression']],
    ['of a nickname', cron('@daily'), ['expression']],
    ['of a minute 60', cron('60 * * * *'), ['expression']],
    ['of a month that does not exist', cron('0 0 1 13 *'), ['expression']],
    ['that never occurs', cron('0 0 30 2 *'), ['expression']],
    ['of an endless expression', cron(`${'1,'.repeat(100)}1 * * * *`), ['expression']],
    ['of each February 29', cron('0 0 29 2 *', 60), []],
    ['of the second Sunday', cron('0 10 * * SUN#2', 60), []],
    ['of no minute', cron('0 0 * * *', 0), ['minutes']],
    ['of half a minute', cron('0 0 * * *', 0.5), ['minutes']],
    ['of two years', cron('0 0 * * *', 2 * 527_040), ['minutes']],
    ['that restarts with an end', { want: 'restart' }, ['to']],
    ['that restarts once with an end', { want: 'restart', ...once('2026-02-20T10:00', '2026-02-20T11:00') }, ['to']],
    ['that restarts for minutes', { want: 'restart', ...cron('0 0 * * *', 5) }, ['minutes']],
    ['of no channel', { subject: { type: 'channel', id: '', withPublications: false } }, ['subject']],
    ['of a group without a name', { subject: { type: 'group', name: '', channel: null } }, ['subject']],
    ['of an image that is off', { subject: { type: 'image', id: 'c' }, want: 'off' }, ['want']],
    [
      'of a publication with an image',
      { subject: { type: 'publication', id: 'p' }, imageMinutes: 5 },
      ['imageMinutes'],
    ],
    ['with an image for too long', { imageMinutes: 121 }, ['imageMinutes']],
    ['with an image for less than no time', { imageMinutes: -1 }, ['imageMinutes']],
    ['with several', { ...weekly({ days: [], from: '' }), imageMinutes: 500 }, ['days', 'from', 'imageMinutes']],
  ])('are found for one %s', (_, changed, fields) =>
    expect(faultsOfRule(anyRule(changed)).map(({ field }) => field)).toEqual(fields),
  );
});

import { describe, expect, it } from 'vitest';
import { nextChangeOf, schedulePreview, showBegins } from './schedulePreview.ts';
import type { ScheduleRule } from './scheduleRule.ts';
import { anyRule, scheduleOf } from './testing.ts';

/** A Sunday. */
const on = (time: string) => Date.parse(`2026-06-07T${time}Z`);
const until = (from: string, to: string | null) => ({ timing: { type: 'weekly' as const, days: [7], from, to } });
const conflictsOf = (...rules: readonly ScheduleRule[]) =>
  schedulePreview(scheduleOf(...rules), on('09:30'), 7).conflicts.map(
    ({ rules: [first, second], at }) => `${first} ${second} ${new Date(at).toISOString().slice(11, 16)}`,
  );
const off = (id: string, from: string, to: string | null) => anyRule({ id, want: 'off', ...until(from, to) });

describe('a preview of the schedule', () => {
  it('lists local and UTC time in order', () => {
    const settings = scheduleOf(anyRule({ zone: 'Europe/Berlin' }), anyRule({ id: 'b', ...until('08:30', null) }));
    expect(
      schedulePreview(settings, on('00:00'), 7).entries.map(
        (entry) => `${entry.rule.id} ${entry.becomes} ${entry.local} ${entry.utc}`,
      ),
    ).toEqual([
      'a on 2026-06-07T10:00 2026-06-07T08:00',
      'b on 2026-06-07T08:30 2026-06-07T08:30',
      'a off 2026-06-07T11:00 2026-06-07T09:00',
    ]);
  });

  it('covers 14 days, without disabled and faulty rules', () => {
    const settings = scheduleOf(
      anyRule(),
      anyRule({ id: 'b', isEnabled: false }),
      anyRule({ id: 'c', zone: 'Nowhere' }),
    );
    expect(schedulePreview(settings, on('00:00')).entries).toHaveLength(4);
  });

  it('is truncated if a rule runs every minute', () => {
    const settings = scheduleOf(anyRule({ timing: { type: 'cron', expression: '* * * * *', minutes: null } }));
    expect(schedulePreview(settings, on('00:00'))).toMatchObject({ entries: { length: 500 }, isCut: true });
  });

  it.each<[string, readonly ScheduleRule[], readonly string[]]>([
    ['of two rules that want the same', [anyRule(), anyRule({ id: 'b', ...until('10:30', '12:00') })], []],
    ['of a pause within a show', [anyRule(), off('b', '10:30', '10:40')], ['a b 10:30']],
    ['of a pause that runs already', [anyRule(), off('b', '09:00', '12:00')], ['a b 10:00']],
    ['of a pause after a show', [anyRule(), off('b', '11:00', '12:00')], []],
    [
      'of a pause without an end at the same minute',
      [anyRule({ ...until('10:00', null) }), off('b', '10:00', null)],
      ['a b 10:00'],
    ],
    ['of a pause without an end later', [anyRule({ ...until('10:00', null) }), off('b', '10:01', null)], []],
    [
      'of a restart within a pause',
      [anyRule({ want: 'restart', ...until('10:00', null) }), off('b', '09:00', '12:00')],
      ['a b 10:00'],
    ],
    ['of a restart within a show', [anyRule(), anyRule({ id: 'b', want: 'restart', ...until('10:30', null) })], []],
    [
      'of another channel',
      [anyRule(), { ...off('b', '10:30', '10:40'), subject: { type: 'channel', id: 'd', withPublications: false } }],
      [],
    ],
  ])('lists conflicts %s', (_, rules, expected) => expect(conflictsOf(...rules)).toEqual(expected));

  it('finds conflicts between a group and a channel by their processes', () => {
    const group = { ...off('b', '10:30', '10:40'), subject: { type: 'group' as const, name: 'g', channel: null } };
    expect(conflictsOf(anyRule(), group)).toEqual([]);
    expect(schedulePreview(scheduleOf(anyRule(), group), on('09:30'), 7, () => ['same']).conflicts).toHaveLength(1);
  });
});

it.each([
  ['09:00', '10:00'],
  ['10:00', '11:00'],
])('the next change after %s is at %s', (now, at) => {
  const settings = scheduleOf(
    anyRule(),
    anyRule({ id: 'b', ...until('09:30', null), subject: { type: 'channel', id: 'd', withPublications: false } }),
  );
  expect(nextChangeOf(settings, 'c', on(now))?.at).toBe(on(at));
});

it.each<[string, Partial<ScheduleRule>, string, number | null]>([
  ['before it', {}, '09:00', on('10:00')],
  ['during it', {}, '10:30', on('10:00') + 7 * 24 * 3600 * 1000],
  ['of a pause', { want: 'off' }, '09:00', null],
  ['of another channel', { subject: { type: 'channel', id: 'd', withPublications: false } }, '09:00', null],
  ['of a rule that is off', { isEnabled: false }, '09:00', null],
])('the next show is announced: %s', (_, changed, now, expected) =>
  expect(showBegins(scheduleOf(anyRule(changed)), 'c', on(now))).toBe(expected),
);

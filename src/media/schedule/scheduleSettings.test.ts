import { describe, expect, it } from 'vitest';
import { parseScheduleDone, storeScheduleDone } from './scheduleDone.ts';
import { SCHEDULE_LIMITS } from './scheduleLimits.ts';
import { NO_SCHEDULE, parseSchedule, type ScheduleSettings, storeSchedule } from './scheduleSettings.ts';
import { anyRule, scheduleOf } from './testing.ts';

const settings: ScheduleSettings = {
  toleranceMinutes: 20,
  rules: [
    anyRule({ imageMinutes: 5 }),
    anyRule({
      id: 'b',
      timing: { type: 'once', from: '2026-12-06T09:55', to: null },
      subject: { type: 'publication', id: 'p' },
    }),
    anyRule({
      ...{ id: 'c', want: 'restart', timing: { type: 'cron', expression: '0 4 * * *', minutes: null } },
      subject: { type: 'group', name: 'Social', channel: null },
    }),
    anyRule({ id: 'd', subject: { type: 'image', id: 'c' } }),
  ],
};

const parsed = (stored: unknown): ScheduleSettings => {
  const read = parseSchedule(stored);
  if (read === 'newer') throw new Error('newer');
  return read;
};
const withRules = (...rules: readonly unknown[]) => ({ version: 1, schedule: { rules } });
const idsOf = (stored: unknown) => parsed(stored).rules.map(({ id }) => id);

describe('a schedule', () => {
  it('survives a save and a read', () => {
    expect(parsed(JSON.parse(JSON.stringify(storeSchedule(null, settings))))).toEqual(settings);
  });

  it.each([
    null,
    'schedule',
    [],
    {},
    { version: 1 },
    { version: 0, schedule: { rules: [anyRule()] } },
    { version: 1, schedule: 7 },
  ])('is empty for %j', (stored) => expect(parseSchedule(stored)).toEqual(NO_SCHEDULE));

  it('of a newer version is not parsed', () => expect(parseSchedule({ version: 2 })).toBe('newer'));

  it.each([
    [0, 10],
    [1, 1],
    [1440, 1440],
    [1441, 10],
    [2.5, 10],
    ['20', 10],
    [null, 10],
  ])('with the tolerance %j has %d minutes', (minutes, read) =>
    expect(parsed({ version: 1, schedule: { rules: [], toleranceMinutes: minutes } }).toleranceMinutes).toBe(read),
  );

  it.each<[string, unknown]>([
    ['of no object', 7],
    ['without an id', { ...anyRule(), id: '' }],
    ['with an id that is a track', anyRule({ id: 'a:image' })],
    ['named as the prototype', anyRule({ id: '__proto__' })],
    ['named like an object property', anyRule({ id: 'constructor' })],
    ['with an unknown action', { ...anyRule(), want: 'maybe' }],
    ['without a time zone', { ...anyRule(), zone: null }],
    ['of another timing', { ...anyRule(), timing: { type: 'lunar' } }],
    [
      'with more days than there are',
      { ...anyRule(), timing: { type: 'weekly', days: [1, 1, 1, 1, 1, 1, 1, 1], from: '10:00', to: null } },
    ],
    ['of another subject', { ...anyRule(), subject: { type: 'recording', id: 'c' } }],
    ['with a text beyond the limit', anyRule({ zone: 'x'.repeat(201) })],
    ['with an id that was there', anyRule({ name: 'second' })],
  ])('leaves out a rule %s, but keeps it stored', (_, rule) => {
    const stored = withRules(anyRule(), rule, anyRule({ id: 'z' }));
    expect(idsOf(stored)).toEqual(['a', 'z']);
    expect(storeSchedule(stored, parsed(stored))).toMatchObject({
      schedule: { rules: [anyRule(), anyRule({ id: 'z' }), rule] },
    });
  });

  it('of 10,000 rules uses the first ones and keeps the others', () => {
    const stored = withRules(...Array.from({ length: 10_000 }, (_, n) => anyRule({ id: `r${n}` })));
    expect(idsOf(stored)).toHaveLength(SCHEDULE_LIMITS.rules);
    expect(storeSchedule(stored, parsed(stored))).toMatchObject({ schedule: { rules: { length: 10_000 } } });
  });

  it('keeps keys of other programs', () => {
    const before = { version: 1, mark: 1, schedule: { mark: 2, rules: [{ ...anyRule(), mark: 3 }] } };
    expect(storeSchedule(before, scheduleOf(anyRule({ name: 'new' })))).toMatchObject({
      ...{ mark: 1, schedule: { mark: 2, rules: [{ name: 'new', mark: 3 }] } },
    });
  });

  it('does not restore a deleted rule', () => {
    expect(idsOf(storeSchedule(withRules(anyRule(), anyRule({ id: 'b' })), scheduleOf(anyRule())))).toEqual(['a']);
  });
});

describe('the stored times of done transitions', () => {
  it('are parsed as they were stored, for existing rules', () => {
    const done = { a: 1, 'a:image': 2, gone: 3 };
    expect(parseScheduleDone(storeScheduleDone(done, [anyRule()]))).toEqual({ a: 1, 'a:image': 2 });
  });

  it.each([null, 7, {}, { version: 1, done: [] }, { version: 2, done: { a: 1 } }])('are empty for %j', (stored) =>
    expect(parseScheduleDone(stored)).toEqual({}),
  );

  it('contain only valid times', () => {
    expect(parseScheduleDone({ version: 1, done: { a: '1', b: Number.NaN, c: null, d: 4 } })).toEqual({ d: 4 });
  });
});

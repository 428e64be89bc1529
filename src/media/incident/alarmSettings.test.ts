import { describe, expect, it } from 'vitest';
import { ALARM_RULE_IDS } from './alarmRules.ts';
import { type AlarmSettings, parseAlarmSettings, storeAlarmSettings, USUAL_ALARMS } from './alarmSettings.ts';
import { USUAL_CHOICE } from './usualChoice.ts';

const settings: AlarmSettings = {
  rules: {
    ...USUAL_ALARMS.rules,
    'channel-down': { on: false, seconds: 30 },
    'too-slow': { on: true, seconds: 120 },
    'viewers-over': { on: true, seconds: 30, value: 7 },
  },
  silences: [{ channel: 'c', publication: null, until: 1e12 }],
  receivers: {
    r: {
      ...{ on: true, rules: ['core-away', 'channel-down'], resolved: false },
      quiet: { from: '22:00', to: '07:00', zone: 'Europe/Berlin', exceptCritical: true },
    },
  },
};

const parsed = (alarms: unknown) => {
  const read = parseAlarmSettings({ version: 1, alarms });
  if (read === 'newer') throw new Error('newer');
  return read;
};

describe('alarm settings', () => {
  it('are parsed as they were stored', () => {
    expect(parseAlarmSettings(JSON.parse(JSON.stringify(storeAlarmSettings(null, settings))))).toEqual(settings);
  });

  it('are only stored if they differ from the defaults', () => {
    expect(storeAlarmSettings(null, settings)).toMatchObject({
      alarms: { rules: { 'channel-down': { on: false }, 'too-slow': { on: true, seconds: 120 }, 'core-away': {} } },
    });
  });

  it.each([
    null,
    'alarms',
    [],
    {},
    { version: 1 },
    { version: 0, alarms: { rules: { black: { on: true } } } },
    { version: 1, alarms: 7 },
  ])('fall back to the defaults for %j', (stored) => expect(parseAlarmSettings(stored)).toEqual(USUAL_ALARMS));

  it('of a newer version are not parsed', () => {
    expect(parseAlarmSettings({ version: 2, alarms: {} })).toBe('newer');
  });

  it.each([
    ['too short', 4, 30],
    ['the shortest', 5, 5],
    ['the longest', 3600, 3600],
    ['too long', 3601, 30],
    ['a fraction', 30.5, 30],
    ['none', Number.NaN, 30],
    ['a text', '60', 30],
  ])('use the default time if the stored one is invalid: %s', (_, seconds, expected) => {
    expect(parsed({ rules: { 'channel-down': { seconds } } }).rules['channel-down']).toEqual({
      on: true,
      seconds: expected,
    });
  });

  it.each([
    ['none', undefined, 100],
    ['the least', 1, 1],
    ['the most', 1_000_000, 1_000_000],
    ['too low', 0, 100],
    ['too high', 1_000_001, 100],
    ['a fraction', 1.5, 100],
    ['a text', '5', 100],
  ])('use the default number of viewers if the stored one is invalid: %s', (_, value, expected) => {
    expect(parsed({ rules: { 'viewers-over': { on: true, value } } }).rules['viewers-over']).toEqual({
      ...{ on: true, seconds: 30, value: expected },
    });
  });

  it('keep valid values of a rule beside malformed ones', () => {
    const rule = { on: true, seconds: '7', value: null };
    expect(parsed({ rules: { 'viewers-over': rule } }).rules['viewers-over']).toMatchObject({ on: true, value: 100 });
  });

  it.each([
    ['rules that are a list', { rules: [1] }],
    ['a rule of another version', { rules: { 'not-delivered': { on: true } } }],
    ['a silence without an end', { silences: [{ channel: null, publication: null }] }],
    ['a silence of nothing', { silences: [{ until: 5 }] }],
    ['silences that are a text', { silences: 'all' }],
    ['receivers that are a list', { receivers: 'all' }],
    ['a receiver that is a text', { receivers: { r: 'mail' } }],
  ])('fall back to the defaults with %s', (_, alarms) => expect(parsed(alarms)).toEqual(USUAL_ALARMS));

  it.each([
    ['an unknown zone', { from: '22:00', to: '07:00', zone: 'Europe/Atlantis' }],
    ['no time', { from: '22 h', to: '07:00', zone: 'Europe/Berlin' }],
    ['another shape', 7],
  ])('with malformed quiet hours (%s) suppress no message', (_, quiet) => {
    expect(parsed({ receivers: { r: { quiet } } }).receivers.r).toEqual(USUAL_CHOICE);
  });

  it('are limited in number', () => {
    const silences = Array.from({ length: 5000 }, () => ({ channel: null, publication: null, until: 5 }));
    const receivers = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`r${n}`, {}]));
    const read = parsed({ silences, receivers });
    expect([read.silences.length, Object.keys(read.receivers).length]).toEqual([200, 100]);
  });

  it('keep keys of other programs', () => {
    const before = {
      ...{ version: 1, schedule: [1] },
      alarms: {
        heartbeat: 'h',
        rules: { 'channel-down': { on: true, seconds: 90, escalate: 1 }, 'of-a-newer-version': { on: true } },
        silences: [
          { ...settings.silences[0], by: 'somebody' },
          { channel: null, publication: null, until: 7 },
          { kind: 'x' },
        ],
        receivers: {
          r: { on: false, rules: ['of-a-newer-version'], quiet: { days: [1], from: '1' }, sound: 's' },
          gone: { on: true },
          other: 'x',
        },
      },
    };
    expect(storeAlarmSettings(before, settings)).toEqual({
      ...{ version: 1, schedule: [1] },
      alarms: {
        heartbeat: 'h',
        rules: {
          ...Object.fromEntries(ALARM_RULE_IDS.map((id) => [id, {}])),
          'channel-down': { on: false, escalate: 1 },
          'too-slow': { on: true, seconds: 120 },
          'viewers-over': { on: true, value: 7 },
          'of-a-newer-version': { on: true },
        },
        silences: [{ ...settings.silences[0], by: 'somebody' }, { kind: 'x' }],
        receivers: {
          r: {
            ...{ on: true, rules: ['core-away', 'channel-down', 'of-a-newer-version'], resolved: false, sound: 's' },
            quiet: { days: [1], from: '22:00', to: '07:00', zone: 'Europe/Berlin', exceptCritical: true },
          },
          other: 'x',
        },
      },
    });
  });

  it.each(['alarms', [1], 7, { alarms: [1] }])('replace a malformed value like %j', (before) => {
    expect(parseAlarmSettings(storeAlarmSettings(before, settings))).toEqual(settings);
  });
});

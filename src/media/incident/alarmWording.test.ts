import { expect, it } from 'vitest';
import { storeAlarmSettings, USUAL_ALARMS } from './alarmSettings.ts';
import { parseAlarmWording, storeAlarmWording, USUAL_WORDING } from './alarmWording.ts';

const wording = { language: 'ru', zone: 'Europe/Berlin', page: 'https://live.example.org/ui/' };

it('the wording of messages survives a save and a read, and keeps other keys', () => {
  const before = { version: 1, other: 1, alarms: { receivers: { r: { on: false } }, wording: { voice: 'x' } } };
  const stored = storeAlarmWording(before, wording);
  expect(parseAlarmWording(stored)).toEqual(wording);
  expect(stored).toEqual({ ...before, alarms: { ...before.alarms, wording: { voice: 'x', ...wording } } });
  expect(parseAlarmWording(storeAlarmSettings(stored, USUAL_ALARMS))).toEqual(wording);
});

it.each([
  undefined,
  null,
  'x',
  {},
  { version: 2, alarms: { wording } },
  { version: 1, alarms: { wording: 7 } },
  { version: 1, alarms: { wording: { language: '../x', zone: 'Moon/Sea', page: 'javascript:alert(1)' } } },
])('the wording of messages falls back to the default for %j', (stored) =>
  expect(parseAlarmWording(stored)).toEqual(USUAL_WORDING),
);

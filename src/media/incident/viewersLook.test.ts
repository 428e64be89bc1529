import { expect, it } from 'vitest';
import { USUAL_ALARMS } from './alarmSettings.ts';
import { viewersLook } from './viewersLook.ts';

it.each([
  [0, undefined, 'good'],
  [100, undefined, 'good'],
  [101, undefined, 'bad'],
  [5, 5, 'good'],
  [6, 5, 'bad'],
] as const)('%i viewers are compared with the threshold %j', (viewers, value, status) => {
  const rules = { ...USUAL_ALARMS.rules, 'viewers-over': { on: true, seconds: 30, value } };
  const result = viewersLook({ id: 'c', name: 'Studio' }, viewers, rules);
  expect([result.names.channel, result.condition.status]).toEqual(['Studio', status]);
});

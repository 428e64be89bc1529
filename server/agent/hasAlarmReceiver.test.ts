import { expect, it } from 'vitest';
import { hasAlarmReceiver } from './hasAlarmReceiver.ts';

it.each([
  [undefined, false],
  [null, false],
  ['x', false],
  [{ version: 1 }, false],
  [{ version: 1, alarms: { receivers: {} } }, false],
  [{ version: 1, alarms: { receivers: { r: { on: false } } } }, false],
  [{ version: 1, alarms: { receivers: { r: { on: false }, s: { on: true } } } }, true],
  [{ version: 7, alarms: { receivers: { r: 1 } } }, true],
])('%j has one: %s', (stored, has) => expect(hasAlarmReceiver(stored)).toBe(has));

import { expect, it } from 'vitest';
import { limit } from '../../util/limits.ts';
import { computePause, createWaitRule, mayWait } from './networkLoginQueues.ts';

const rule = createWaitRule();

it.each([
  [0, 0],
  [limit('freeLogins') - 1, 0],
  [limit('freeLogins'), 10],
  [100, 100],
  [1_000_000, limit('loginPause')],
])('after %d failed logins the next one waits %d ms', (failures, ms) => expect(computePause(failures, rule)).toBe(ms));

it.each([
  [0, 0],
  [0, 100],
  [100, 50],
  [100_000, 8],
])('after %d failed logins and behind %d others a login may still queue', (failures, waiting) =>
  expect(mayWait(failures, waiting, rule)).toBe(true),
);

it.each([
  [0, 200],
  [100, 100],
  [100_000, limit('loginWait') / limit('loginPause')],
])('after %d failed logins and behind %d others the wait would be too long', (failures, waiting) =>
  expect(mayWait(failures, waiting, rule)).toBe(false),
);

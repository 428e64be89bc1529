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
])('after %d wrong logins the next one waits %d ms', (failures, ms) => expect(computePause(failures, rule)).toBe(ms));

it.each([
  [0, 0],
  [0, 100],
  [100, 50],
  [100_000, 8],
])('after %d wrong ones and behind %d others there is still a place', (failures, waiting) =>
  expect(mayWait(failures, waiting, rule)).toBe(true),
);

it.each([
  [0, 200],
  [100, 100],
  [100_000, limit('loginWait') / limit('loginPause')],
])('after %d wrong ones and behind %d others it would take too long', (failures, waiting) =>
  expect(mayWait(failures, waiting, rule)).toBe(false),
);

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testTempDir } from '../../harness/test/core/testTempDir.ts';
import { limit } from '../../server/util/limits.ts';
import { openControlStore } from './controlStore.ts';

const DAY_MS = 24 * 3600_000;
const openStore = (bounds?: Parameters<typeof openControlStore>[2]) =>
  openControlStore(join(testTempDir(), 'agent'), undefined, bounds);
const call = (n: number, at = 1_800_000_000_000) => ({ key: `k${n}`, call: `c${n}`, at });

it('the control store remembers the newest keys and their responses', () => {
  const store = openStore();
  const max = limit('agentIdempotencyKeys');
  for (let n = 0; n < max + 10; n++) {
    expect(store.begin(call(n))).toBeNull();
    store.finish(`k${n}`, { status: 200, body: `b${n}` });
  }
  const results = Array.from({ length: max }, (_, n) => store.begin(call(n + 10)));
  expect(results).toEqual(
    Array.from({ length: max }, (_, n) => ({ call: `c${n + 10}`, answer: { status: 200, body: `b${n + 10}` } })),
  );
  expect(store.begin(call(0))).toBeNull();
  store.close();
});

it('the control store makes room before the file is full', () => {
  const store = openStore({ keys: 1000, pages: 64 });
  for (let n = 0; n < 500; n++) {
    expect(store.begin(call(n))).toBeNull();
    store.finish(`k${n}`, { status: 200, body: 'x'.repeat(4000) });
    expect(store.begin(call(n))?.answer?.status).toBe(200);
  }
  store.close();
});

it('the control store forgets no key if the clock was set back, and each one after a day', () => {
  const store = openStore();
  store.begin(call(1));
  expect(store.begin({ ...call(1), at: call(1).at - 3 * DAY_MS })).not.toBeNull();
  expect(store.begin({ ...call(1), at: call(1).at + DAY_MS - 1 })).not.toBeNull();
  expect(store.begin({ ...call(1), at: call(1).at + DAY_MS })).toBeNull();
  store.close();
});

it('the control store keeps what was written before a kill', () => {
  const folder = join(testTempDir(), 'agent');
  const token = {
    id: 'a',
    hash: 'h',
    name: 'n',
    scope: 'read',
    channels: null,
    end: null,
    made: 1,
    used: null,
  } as const;
  const store = openControlStore(folder);
  store.putToken(token);
  store.close();
  const reopened = openControlStore(folder);
  expect(reopened.tokens()).toEqual([token]);
  reopened.removeToken('a');
  expect(reopened.tokens()).toEqual([]);
  reopened.close();
});

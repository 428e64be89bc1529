import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aCore } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { logoutRequested, sessionStarted } from '../../gate/session/actions.ts';
import { preferenceChosen } from '../preference/slice.ts';

const HOUR_MS = 3_600_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());
const later = (ms: number) => vi.advanceTimersByTimeAsync(ms);

async function open(chosen: string | null, answers: readonly (() => unknown)[]) {
  let requests = 0;
  const releases = async () => answers[Math.min(requests++, answers.length - 1)]?.();
  const store = openStore({ core: aCore(), releases, ...(chosen === null ? {} : { storage: { updates: chosen } }) });
  store.dispatch(sessionStarted());
  await later(0);
  return { store, requests: () => requests, updates: () => store.getState().updates };
}

const newer = () => ({ latest_version: 'sluice-v1.2.0' });
const unreachable = () => {
  throw new Error('Failed to fetch');
};

it.each([
  ['the operator has not decided', null],
  ['checks are off', 'false'],
  ['the stored value is invalid', 'yes'],
])('no release is requested while %s', async (_, chosen) => {
  const { requests, updates } = await open(chosen, [newer]);
  await later(2 * HOUR_MS);
  expect(requests()).toBe(0);
  expect(updates()).toEqual({ server: 'releases.example', newer: null });
});

it('releases are requested hourly, and a failure is ignored', async () => {
  const { store, requests, updates } = await open('true', [newer, unreachable, () => ({})]);
  expect(updates()).toEqual({ server: 'releases.example', newer: '1.2.0' });
  await later(HOUR_MS);
  expect([requests(), updates().newer]).toEqual([2, '1.2.0']);
  expect(store.getState().notice).toEqual(expect.not.arrayContaining([expect.anything()]));
  await later(HOUR_MS);
  expect([requests(), updates().newer]).toEqual([3, null]);
  store.dispatch(logoutRequested());
  await later(HOUR_MS);
  expect(requests()).toBe(3);
});

it('releases are requested once switched on, and forgotten once switched off', async () => {
  const { store, requests, updates } = await open(null, [newer]);
  store.dispatch(preferenceChosen({ key: 'updates', value: 'true' }));
  await later(0);
  expect(updates().newer).toBe('1.2.0');
  store.dispatch(preferenceChosen({ key: 'updates', value: 'false' }));
  await later(HOUR_MS);
  expect([requests(), updates().newer]).toEqual([1, null]);
});

it('releases follow the switch of another tab', async () => {
  const { store, requests, updates } = await open('true', [newer]);
  store.otherTab('updates', 'false');
  await later(HOUR_MS);
  expect([requests(), updates().newer]).toEqual([1, null]);
  store.otherTab('updates', 'true');
  await later(HOUR_MS);
  expect([requests(), updates().newer]).toEqual([2, '1.2.0']);
});

it('releases are not requested by a build without an update server', async () => {
  const store = openStore({ core: aCore(), releases: null, storage: { updates: 'true' } });
  store.dispatch(sessionStarted());
  await later(HOUR_MS);
  expect(store.getState().updates).toEqual({ server: null, newer: null });
});

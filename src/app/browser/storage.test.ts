// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { confirmationOf, storage } from './storage.ts';

const NAME = '@@restreamer-ui@@token';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.restoreAllMocks());

it('the storage drops a text that is too long to be ours', () => {
  localStorage.setItem(NAME, 'x'.repeat(1_000_000));
  expect(storage.read('token')).toBeNull();
  expect(localStorage.getItem(NAME)).toBeNull();
});

it('the storage rejects keys and texts that are too long', () => {
  storage.write('x'.repeat(9_000), 'short');
  storage.write('token', 'x'.repeat(9_000));
  expect(localStorage.length).toBe(0);
});

type Heard = [text: string | null, before: string | null];

function listening() {
  const changes: Heard[] = [];
  const stop = storage.listen('token', (...change) => changes.push(change));
  return { changes, stop };
}
const dispatch = (init: StorageEventInit) =>
  dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, ...init }));

it.each<[string, StorageEventInit, Heard[]]>([
  ['a stored token', { key: NAME, newValue: 'b', oldValue: 'a' }, [['b', 'a']]],
  ['a removed token', { key: NAME, newValue: null, oldValue: 'a' }, [[null, 'a']]],
  ['everything cleared', { key: null }, [[null, null]]],
  ['another key', { key: '@@restreamer-ui@@scheme', newValue: null, oldValue: 'dark' }, []],
  ['a key of another program', { key: 'token', newValue: null, oldValue: 'a' }, []],
  ['a cleared session storage', { key: null, storageArea: sessionStorage }, []],
])('the storage reports changes of another tab: %s', (_, event, expected) => {
  const { changes, stop } = listening();
  dispatch(event);
  stop();
  dispatch(event);
  expect(changes).toEqual(expected);
});

const turn = (type: 'pagehide' | 'pageshow') => dispatchEvent(new PageTransitionEvent(type, { persisted: true }));

it.each<[string, string | null, Heard[]]>([
  ['logged out meanwhile', null, [[null, 'a']]],
  ['nothing happened meanwhile', 'a', []],
])('the storage reports changes made while the page was in the back/forward cache: %s', (_, then, expected) => {
  storage.write('token', 'a');
  const { changes, stop } = listening();
  turn('pagehide');
  if (then === null) storage.remove('token');
  turn('pageshow');
  stop();
  expect(changes).toEqual(expected);
});

it('a confirmation applies to one address in this tab', () => {
  const first = confirmationOf('http://a.example');
  expect(first.given()).toBe(false);
  first.give();
  expect(first.given()).toBe(true);
  expect(confirmationOf('http://a.example').given()).toBe(true);
  for (const other of ['http://a.example:81', 'https://a.example', 'http://a.example/core', 'http://b.example', '']) {
    expect(confirmationOf(other).given(), other).toBe(false);
  }
  expect(localStorage.length).toBe(0);
});

it('a confirmation works even if the browser stores nothing', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const confirmation = confirmationOf('http://a.example');
  confirmation.give();
  expect(confirmation.given()).toBe(true);
});

it('the storage forgets all that the interface has stored, and nothing of other programs, until the next load', async () => {
  vi.resetModules();
  const { confirmationOf, forgetStorage, storage } = await import('./storage.ts');
  confirmationOf('https://core.example').give();
  storage.write('scheme', 'light');
  storage.write('token', 'a');
  localStorage.setItem('theirs', 'x');
  forgetStorage();
  storage.write('timeline', 'recorded meanwhile');
  expect([Object.keys(localStorage), Object.keys(sessionStorage)]).toEqual([['theirs'], []]);
});

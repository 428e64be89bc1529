import { expect, it, vi } from 'vitest';
import { sessionStarted } from '../../features/gate/session/actions.ts';
import { createStore } from '../../features/gate/store.ts';
import { aCore, aStrangersAbout } from '../../testing/coreAnswers.ts';
import { aHost } from '../../testing/openStore.ts';
import { mayPrefetch, onceShown, onNewScreen, prefetch } from './prefetch.ts';

it.each([
  [undefined, true],
  [{}, true],
  [{ effectiveType: '4g' }, true],
  [{ effectiveType: '4g', saveData: true }, false],
  [{ effectiveType: '3g' }, false],
  [{ effectiveType: '2g' }, false],
  [{ effectiveType: 'slow-2g' }, false],
])('prefetching with the connection %j is allowed: %s', (connection, expected) =>
  expect(mayPrefetch(connection)).toBe(expected),
);

function aBrowser(connection?: { saveData: boolean }) {
  const drawing: (() => void)[] = [];
  const waiting: (() => void)[] = [];
  return {
    connection,
    drawn: (then: () => void) => drawing.push(then),
    draw: () => {
      for (const then of drawing.splice(0)) then();
    },
    idle: (then: () => void) => waiting.push(then),
    quiet: async () => {
      for (const then of waiting.splice(0)) then();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

it('prefetching loads one part per idle period in order, and continues after a failure', async () => {
  const fetched: string[] = [];
  const part =
    (name: string, fails = false) =>
    async () => {
      fetched.push(name);
      if (fails) throw new TypeError('Failed to fetch');
    };
  const browser = aBrowser();
  const done = vi.fn();
  prefetch([part('inside', true), part('player')], browser, done);
  expect(fetched).toEqual([]);
  await browser.quiet();
  expect(fetched).toEqual(['inside']);
  await browser.quiet();
  expect(fetched).toEqual(['inside', 'player']);
  expect(done).toHaveBeenCalledTimes(1);
});

it('prefetching does nothing with data saving on', async () => {
  const part = vi.fn(async () => {});
  const browser = aBrowser({ saveData: true });
  const done = vi.fn();
  prefetch([part], browser, done);
  expect(done).toHaveBeenCalledTimes(1);
  await browser.quiet();
  expect(part).not.toHaveBeenCalled();
});

it('prefetching for the time after the login waits until the login is shown and the browser idle', async () => {
  let answer = (_: object) => {};
  const about = () => new Promise<object>((resolve) => (answer = resolve));
  const store = createStore(aHost({ core: aCore({ about }) }));
  const inside = vi.fn(async () => {});
  const browser = aBrowser();
  onceShown(store, browser, () => prefetch([inside], browser));
  store.dispatch(sessionStarted());
  browser.draw();
  await browser.quiet();
  expect(inside).not.toHaveBeenCalled();
  answer(aStrangersAbout());
  await vi.waitFor(() => expect(store.getState().session.status).toBe('login'));
  await browser.quiet();
  expect(inside).not.toHaveBeenCalled();
  browser.draw();
  expect(inside).not.toHaveBeenCalled();
  await browser.quiet();
  await browser.quiet();
  expect(inside).toHaveBeenCalledTimes(1);
  store.stop();
});

it('a new screen is reported at another state of the session, and at another address', async () => {
  const store = createStore(aHost({ core: aCore({ about: aStrangersAbout }) }));
  const page = new EventTarget();
  const shown: string[] = [];
  onNewScreen(store, page, () => shown.push(store.getState().session.status));
  store.dispatch(sessionStarted());
  expect(shown).toEqual([]);
  await vi.waitFor(() => expect(shown).toEqual(['login']));
  page.dispatchEvent(new Event('hashchange'));
  expect(shown).toEqual(['login', 'login']);
  store.stop();
});

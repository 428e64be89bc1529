import { expect, it, vi } from 'vitest';
import { fetchAhead, mayFetchAhead } from './ahead.ts';

it.each([
  [undefined, true],
  [{}, true],
  [{ effectiveType: '4g' }, true],
  [{ effectiveType: '4g', saveData: true }, false],
  [{ effectiveType: '3g' }, false],
  [{ effectiveType: '2g' }, false],
  [{ effectiveType: 'slow-2g' }, false],
])('a connection that says %j: %s', (connection, may) => expect(mayFetchAhead(connection)).toBe(may));

/** A browser in which a quiet moment comes when the test says so. */
function aBrowser(connection?: { saveData: boolean }) {
  const waiting: (() => void)[] = [];
  return {
    connection,
    idle: (then: () => void) => waiting.push(then),
    quiet: async () => {
      for (const then of waiting.splice(0)) then();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

it('fetches one part in each quiet moment, in order, and goes on after one that fails', async () => {
  const fetched: string[] = [];
  const part =
    (name: string, fails = false) =>
    async () => {
      fetched.push(name);
      if (fails) throw new TypeError('Failed to fetch');
    };
  const browser = aBrowser();
  fetchAhead([part('inside', true), part('player')], browser);
  expect(fetched).toEqual([]);
  await browser.quiet();
  expect(fetched).toEqual(['inside']);
  await browser.quiet();
  expect(fetched).toEqual(['inside', 'player']);
  await browser.quiet();
});

it('fetches nothing for who saves data', async () => {
  const part = vi.fn(async () => {});
  const browser = aBrowser({ saveData: true });
  fetchAhead([part], browser);
  await browser.quiet();
  expect(part).not.toHaveBeenCalled();
});

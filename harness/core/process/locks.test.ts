import { expect, it } from 'vitest';
import { createLocks } from './locks.ts';

const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

it('work on one id waits, on another it does not', async () => {
  const { locked } = createLocks();
  const seen: string[] = [];
  const first = gate();
  const a = locked(['a'], async () => {
    await first.opened;
    seen.push('a first');
  });
  const again = locked(['a', 'b'], async () => seen.push('a and b'));
  await locked(['c'], async () => seen.push('c'));
  expect(seen).toEqual(['c']);
  first.open();
  await Promise.all([a, again]);
  expect(seen).toEqual(['c', 'a first', 'a and b']);
});

it('a failure opens the lock', async () => {
  const { locked } = createLocks();
  await expect(locked(['a'], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(locked(['a'], async () => 'yes')).resolves.toBe('yes');
});

it('is idle when all work is done, also work that came meanwhile', async () => {
  const { locked, idle } = createLocks();
  const [first, second] = [gate(), gate()];
  const seen: string[] = [];
  locked(['a'], () => first.opened).then(() => {
    locked(['b'], () => second.opened).then(() => seen.push('done'));
    second.open();
  });
  first.open();
  await idle();
  await idle();
  expect(seen).toEqual(['done']);
});

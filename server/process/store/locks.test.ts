import { expect, it } from 'vitest';
import { createLocks } from './locks.ts';

const barrier = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

it('work on the same id waits, on another id it does not', async () => {
  const { locked } = createLocks();
  const events: string[] = [];
  const first = barrier();
  const a = locked(['a'], async () => {
    await first.opened;
    events.push('a first');
  });
  const second = locked(['a', 'b'], async () => events.push('a and b'));
  await locked(['c'], async () => events.push('c'));
  expect(events).toEqual(['c']);
  first.open();
  await Promise.all([a, second]);
  expect(events).toEqual(['c', 'a first', 'a and b']);
});

it('a failure releases the lock', async () => {
  const { locked } = createLocks();
  await expect(locked(['a'], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(locked(['a'], async () => 'yes')).resolves.toBe('yes');
});

it('idle() resolves after running work', async () => {
  const { locked, idle } = createLocks();
  const work = barrier();
  const events: string[] = [];
  locked(['a'], () => work.opened).then(() => events.push('done'));
  locked(['a'], async () => events.push('and what waited for it'));
  work.open();
  await idle();
  expect(events).toEqual(['done', 'and what waited for it']);
});

it('idle() does not wait for later work', async () => {
  const { locked, idle } = createLocks();
  const busy = new AbortController();
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  const client = async (id: string) => {
    while (!busy.signal.aborted) await locked([id], turn);
  };
  const clients = [client('a'), turn().then(() => client('b'))];
  await turn();
  await idle();
  expect(busy.signal.aborted).toBe(false);
  busy.abort();
  await Promise.all(clients);
});

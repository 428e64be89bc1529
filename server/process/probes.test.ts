import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Probe } from '../ffmpeg/probe.ts';
import { limit } from '../util/limits.ts';
import { createProbes } from './probes.ts';

const EMPTY: Probe = { streams: [], log: [] };

function open() {
  const probes = createProbes();
  const running: { readonly id: string; end(): void; fail(): void }[] = [];
  const requestProbe = (id: string) =>
    probes.run(
      id,
      () =>
        new Promise<Probe>((resolve, reject) =>
          running.push({ id, end: () => resolve(EMPTY), fail: () => reject(new Error('gone')) }),
        ),
    );
  return { running, requestProbe };
}

it('a limited number of probes runs at once, and all run in the end, even after a failure', async () => {
  const { running, requestProbe } = open();
  const max = limit('probes');
  const all = Array.from({ length: 3 * max }, (_, n) => requestProbe(`p${n}`).catch(() => 'failed'));
  await turn();
  expect(running).toHaveLength(max);
  running[0]?.fail();
  for (let n = 1; n < all.length; n += 1) {
    await turn();
    expect(running.length).toBeLessThanOrEqual(max + n);
    running[n]?.end();
  }
  const results = await Promise.all(all);
  expect([results[0], new Set(results.slice(1))]).toEqual(['failed', new Set([EMPTY])]);
  void requestProbe('p0');
  await turn();
  expect(running).toHaveLength(3 * max + 1);
});

it('concurrent probes of one process share one run', async () => {
  const { running, requestProbe } = open();
  const all = [requestProbe('cam'), requestProbe('cam'), requestProbe('cam')];
  await turn();
  expect(running).toHaveLength(1);
  running[0]?.end();
  expect(await Promise.all(all)).toEqual([EMPTY, EMPTY, EMPTY]);
  void requestProbe('cam');
  await turn();
  expect(running).toHaveLength(2);
});

import { describe, expect, it } from 'vitest';
import type { Files } from '../src/api/answers/files.ts';
import { IN_MEMORY } from '../src/media/edge/delivery.ts';
import { createBitrateWatch } from './watchBitrates.ts';

const [A = '', B = ''] = ['a', 'b'].map((letter) => `${letter.repeat(8)}-2222-3333-4444-555555555555`);
const STARTED = 1_700_000_000;

const createFile = (name: string, written: number, size_bytes: number) => ({
  ...{ name, size_bytes },
  last_modified: Math.floor(written),
});

/** Segments of a stream of 1000 kbit/s, as the core lists them. */
function segmentsAt(second: number, { every: interval = 2, phase = 0, keeps = 8, name = `/${A}_` } = {}): Files {
  const newest = Math.floor((second - phase) / interval);
  return Array.from({ length: Math.min(keeps, Math.max(0, newest)) }, (_, back) => {
    const n = newest - back;
    return createFile(`${name}${n}.ts`, STARTED + phase + n * interval, interval * 125_000);
  });
}

function scene(inMemory: (second: number) => Files, { delivery = {}, onDisk = inMemory } = {}) {
  const requests: string[] = [];
  let [second, isAway] = [0, false];
  const answer = (storage: string, glob: string | undefined, files: (second: number) => Files) => {
    requests.push(`${storage} ${glob}`);
    if (isAway) throw new Error('gone');
    return files(second);
  };
  const watch = createBitrateWatch({
    core: {
      memFiles: async ({ glob } = {}) => answer('mem', glob, inMemory),
      diskFiles: async ({ glob } = {}) => answer('disk', glob, onDisk),
    },
    channels: () => [
      { id: A, delivery: { ...IN_MEMORY, ...delivery } },
      { id: B, delivery: IN_MEMORY },
    ],
    now: () => second * 1000,
  });
  return {
    requests,
    latest: () => Object.fromEntries(watch.latest()),
    goAway: () => (isAway = true),
    advance: (seconds: number) => (second += seconds),
    async follow(seconds: number) {
      const rates: (number | undefined)[] = [];
      for (const end = second + seconds; second < end; second += 10) {
        await watch.read().catch(() => undefined);
        rates.push(watch.latest().get(A));
      }
      return rates;
    },
  };
}

describe('the bitrates of channels', () => {
  it('are measured with one request for all channels', async () => {
    const { requests, follow, latest } = scene((second) => [
      ...segmentsAt(second),
      ...segmentsAt(second, { name: `/${B}_`, every: 4 }),
      ...segmentsAt(second, { name: `/hold-${A}_` }),
      ...segmentsAt(second, { name: '/cccccccc-2222-3333-4444-555555555555_' }),
    ]);
    await follow(60);
    expect(latest()).toEqual({ [A]: 1000, [B]: 1000 });
    expect(requests).toEqual(Array(6).fill('mem /*.{ts,m4s,mp4}'));
  });

  it.each([1, 2, 2.4, 4, 6, 10].flatMap((interval) => [0, 0.3, 0.55, 0.9].map((phase) => [interval, phase] as const)))(
    'vary by less than a tenth for a steady stream with segments of %d s that start at %d s',
    async (interval, phase) => {
      const { follow } = scene((second) =>
        segmentsAt(second, { every: interval, phase, keeps: Math.max(8, 12 / interval) }),
      );
      const rates = (await follow(1200)).flatMap((kbit) => kbit ?? []);
      expect(rates.length).toBeGreaterThan(100);
      expect(Math.max(...rates) - Math.min(...rates)).toBeLessThan(100);
    },
  );

  it('are reported as soon as they are exact', async () => {
    const { follow } = scene((second) => segmentsAt(second));
    expect(await follow(50)).toEqual([undefined, undefined, undefined, 1000, 1000]);
  });

  it.each([
    ['that arrive all at once', (second: number) => segmentsAt(second, { every: 0.01, keeps: 5000 })],
    ['without times', () => Array.from({ length: 5000 }, (_, n) => createFile(`/${A}_${n}.ts`, 0, 1000))],
    [
      'of a million bytes with the same time',
      () => [createFile(`/${A}_1.ts`, STARTED, 1e6), createFile(`/${A}_2.ts`, STARTED, 1e6)],
    ],
    ['that were emptied', (second: number) => segmentsAt(second).map((segment) => ({ ...segment, size_bytes: 0 }))],
    [
      'that are not segments',
      () => [createFile(`/${A}.m3u8`, STARTED, 500), createFile(`/${A}.jpg`, STARTED + 30, 9e6)],
    ],
    [
      'with other names',
      () => [createFile('', STARTED, 1), createFile('/x.ts', STARTED, 1), createFile(`/copy/${B}.ts`, STARTED, 1)],
    ],
  ])('are unknown for files %s', async (_, files) => {
    const { follow, latest } = scene(files);
    await follow(60);
    expect(latest()).toEqual({});
  });

  it('are those of the last minute in a list of years', async () => {
    const { follow } = scene((second) => segmentsAt(500_000 + second, { keeps: 20_000 }));
    expect((await follow(30)).map((kbit) => Math.round(kbit ?? 0))).toEqual([1000, 1000, 1000]);
  });

  it('ignore segments that are emptied before deletion', async () => {
    const { follow } = scene((second) => [
      ...segmentsAt(second),
      ...segmentsAt(second - 16).map((segment) => ({ ...segment, size_bytes: 0, last_modified: STARTED + second })),
    ]);
    expect((await follow(60)).at(-1)).toBe(1000);
  });

  it('of channels on disk are read there, unless segments are never deleted', async () => {
    const onDisk = (second: number) => segmentsAt(second);
    const stored = scene(() => [], { onDisk, delivery: { storage: 'diskfs' } });
    expect((await stored.follow(60)).at(-1)).toBe(1000);
    expect(new Set(stored.requests)).toEqual(new Set(['mem /*.{ts,m4s,mp4}', `disk /*{${A}}**`]));
    const endless = scene(() => [], { onDisk, delivery: { storage: 'diskfs', endless: true } });
    await endless.follow(60);
    expect(endless.latest()).toEqual({});
    expect(endless.requests.filter((request) => request.startsWith('disk'))).toEqual([]);
  });

  it('are dropped when the core stops responding or nothing is written any more', async () => {
    const away = scene((second) => segmentsAt(second));
    await away.follow(60);
    away.goAway();
    away.advance(5);
    expect(away.latest()).toEqual({ [A]: 1000 });
    await away.follow(20);
    expect(away.latest()).toEqual({});
    const ended = scene((second) => segmentsAt(Math.min(second, 60)));
    expect((await ended.follow(140)).slice(-3)).toEqual([undefined, undefined, undefined]);
  });
});

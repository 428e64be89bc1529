import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limit } from '../util/limits.ts';
import { createMemory, type MemoryStorage } from './memory.ts';
import { type FileOwner, OPERATOR, ownerOf, pushedTo } from './shares.ts';

const MB = 1024 * 1024;
const LIMIT_BYTES = 64 * MB;
const PUSH_BYTES = 16 * MB;
const SEGMENTS = 8;

const A = '11111111-2222-4333-8444-555555555555';
const B = '22222222-2222-4333-8444-555555555555';
const C = '33333333-2222-4333-8444-555555555555';
const camera: FileOwner = { kind: 'process', id: 'camera' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const open = (purge: boolean, limitBytes = LIMIT_BYTES) => createMemory({ limitBytes, purge, pushBytes: PUSH_BYTES });

/** Keeps its newest segments, and deletes before it writes, which leaves a gap for others. */
function liveChannel(memory: MemoryStorage, owner = camera, segmentBytes = MB) {
  let n = 0;
  const name = (at: number) => `/${owner.id}_${at}.ts`;
  return {
    async step(meanwhile: () => Promise<unknown> = async () => undefined) {
      if (n >= SEGMENTS) await memory.remove(name(n - SEGMENTS));
      await meanwhile();
      await memory.write(name(n), Buffer.alloc(segmentBytes), owner);
      n += 1;
    },
    missing: () =>
      Array.from({ length: Math.min(n, SEGMENTS) }, (_, at) => name(n - 1 - at)).filter(
        (at) => memory.get(at) === null,
      ),
  };
}

const inPieces = (bytes: number) =>
  Readable.from(
    (function* () {
      for (let left = bytes; left > 0; left -= MB) yield Buffer.alloc(Math.min(left, MB));
    })(),
  );

type Write = (path: string, bytes: number, writer?: FileOwner) => Promise<unknown>;

const floods: Record<string, (write: Write) => Promise<void>> = {
  'many large files': async (write) => {
    for (let n = 0; n < 40; n += 1) await write(`/ingest/${A}_${n}.ts`, 4 * MB);
  },
  'many large files at once': async (write) => {
    await Promise.all(Array.from({ length: 40 }, (_, n) => write(`/ingest/${A}_${n}.ts`, 4 * MB)));
  },
  'many small files': async (write) => {
    for (let n = 0; n < limit('pushedFiles') + 100; n += 1) await write(`/ingest/${A}_${n}.ts`, 2_000);
  },
  'the same name again and again': async (write) => {
    for (let n = 0; n < 40; n += 1) await write(`/ingest/${A}.ts`, 8 * MB);
  },
  'the same name at once': async (write) => {
    await Promise.all(Array.from({ length: 40 }, () => write(`/ingest/${A}.ts`, 8 * MB)));
  },
  'one giant file': (write) => write(`/ingest/${A}.ts`, 200 * MB).then(() => undefined),
  'a file that fits once': (write) => write(`/ingest/${A}.ts`, PUSH_BYTES).then(() => undefined),
  'names of renditions': async (write) => {
    for (let n = 0; n < 40; n += 1) await write(`/ingest/${A}_720p_${n}.ts`, 4 * MB);
    for (let n = 0; n < 40; n += 1) await write(`/ingest/${A}/1080p/${n}.ts`, 4 * MB);
  },
  playlists: async (write) => {
    for (let n = 0; n < 40; n += 1) await write(`/ingest/${A}_${n}.m3u8`, 4 * MB);
  },
  'two keys': async (write) => {
    for (let n = 0; n < 40; n += 1) {
      await Promise.all([write(`/ingest/${A}_${n}.ts`, 4 * MB), write(`/ingest/${B}_${n}.ts`, 4 * MB)]);
    }
  },
  'a channel whose encoder sends far too much': async (write) => {
    for (let n = 0; n < 40; n += 1) await write(`/flood_${n}.ts`, 4 * MB, { kind: 'process', id: 'flood' });
  },
  'a second operator': async (write) => {
    for (let n = 0; n < 40; n += 1) await write(`/upload_${n}.bin`, 4 * MB, OPERATOR);
  },
};

describe.each([
  ['without purge', false],
  ['with purge', true],
])('a memory that fills up %s', (_, purge) => {
  it.each(Object.entries(floods))('leaves another channel its segments: %s', async (_name, flood) => {
    const memory = open(purge);
    const camera = liveChannel(memory);
    for (let n = 0; n < SEGMENTS; n += 1) await camera.step();
    const write: Write = (path, bytes, writer) =>
      memory
        .write(path, inPieces(bytes), writer)
        .catch((error: unknown) => expect(error).toMatchObject({ status: 400 }));
    await flood(write);
    expect(camera.missing()).toEqual([]);
    for (let n = 0; n < 2 * SEGMENTS; n += 1) {
      await camera.step(() => Promise.all(['/ingest/', '/'].map((at) => write(`${at}${A}_gap${n}.ts`, MB))));
      expect(camera.missing()).toEqual([]);
    }
    expect((await memory.usage()).usedBytes).toBeLessThanOrEqual(LIMIT_BYTES);
  });
});

describe.each([
  ['a memory', LIMIT_BYTES],
  ['an unlimited memory', 0],
])('%s with a push', (_, limitBytes) => {
  it.each(Object.entries(floods).filter(([name]) => !/operator|encoder|two/.test(name)))(
    "holds at most a channel's share: %s",
    async (_name, flood) => {
      const memory = open(false, limitBytes);
      await flood((path, bytes) => memory.write(path, inPieces(bytes)).catch(() => undefined));
      const pushed = (await memory.list()).filter(({ name }) => name.startsWith('/ingest/'));
      expect(pushed.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)).toBeLessThanOrEqual(PUSH_BYTES);
      expect(pushed.length).toBeLessThanOrEqual(limit('pushedFiles'));
      await expect(memory.write(`/ingest/${C}.ts`, inPieces(PUSH_BYTES))).resolves.toBe('created');
    },
  );
});

it('uploads in flight count, including playlists that wait for their segments', async () => {
  const memory = open(false);
  const segment = new PassThrough();
  segment.write('half');
  const write = memory.write(`/ingest/${A}_1.ts`, segment);
  const waiting = Array.from({ length: 10 }, (_, n) =>
    memory.write(`/ingest/${A}_${n}.m3u8`, Readable.from([Buffer.from(`${A}_1.ts`), Buffer.alloc(4 * MB)])),
  );
  const outcomes = Promise.allSettled(waiting);
  await vi.waitFor(async () => {
    const refused = await Promise.all(waiting.map((upload) => Promise.race([upload.catch(() => 'refused'), turn()])));
    expect(refused.filter((result) => result === 'refused').length).toBeGreaterThanOrEqual(7);
  });
  segment.destroy(new Error('gone'));
  await expect(write).rejects.toThrow('gone');
  await outcomes;
  for (const { name } of await memory.list()) await memory.remove(name);
  await expect(memory.write(`/ingest/${A}.ts`, inPieces(PUSH_BYTES))).resolves.toBe('created');
});

const turn = () => new Promise((resolve) => setImmediate(resolve));

it.each(Object.entries(floods))('there is room for a new stream: %s', async (_name, flood) => {
  const memory = open(false);
  const firstChannel = liveChannel(memory, camera, MB / 8);
  await firstChannel.step();
  await flood((path, bytes, writer) => memory.write(path, inPieces(bytes), writer).catch(() => undefined));
  for (let n = 0; n < 2 * SEGMENTS; n += 1) await firstChannel.step();
  const secondChannel = liveChannel(memory, { kind: 'process', id: 'late' }, MB / 8);
  for (let n = 0; n < 2 * SEGMENTS; n += 1) await secondChannel.step();
  expect([firstChannel.missing(), secondChannel.missing()]).toEqual([[], []]);
});

it('the operator may use the room of a stream that ended', async () => {
  const memory = open(false);
  const stream = liveChannel(memory);
  for (let n = 0; n < SEGMENTS; n += 1) await stream.step();
  for (const { name } of await memory.list()) await memory.remove(name);
  await expect(memory.write('/whole.bin', Buffer.alloc(LIMIT_BYTES))).resolves.toBe('created');
});

it('purging drops files of a stream that ended minutes ago, but not of a live one', async () => {
  const memory = open(true);
  const [old, live] = [liveChannel(memory, { kind: 'process', id: 'old' }), liveChannel(memory)];
  for (let n = 0; n < SEGMENTS; n += 1) await old.step();
  vi.advanceTimersByTime(6 * 60_000);
  for (let n = 0; n < SEGMENTS; n += 1) await live.step();
  await expect(memory.write('/whole.bin', Buffer.alloc(26 * MB))).resolves.toBe('created');
  expect([old.missing().length, live.missing()]).toEqual([SEGMENTS, []]);
  await expect(memory.write('/more.bin', Buffer.alloc(30 * MB))).rejects.toMatchObject({ status: 400 });
  expect(live.missing()).toEqual([]);
});

it.each([
  [`/ingest/${A}.m3u8`, A],
  [`/ingest/${A}_720p/1.ts`, A],
  [`/ingest/${A.slice(0, -1)}.ts`, null],
  [`/ingest/x/${A}.ts`, null],
  [`/${A}.ts`, null],
  ['/ingest/', null],
  ['', null],
])('%s is pushed to %s', (name, channel) => {
  expect(pushedTo(name)).toBe(channel);
  expect(ownerOf(name, camera)).toEqual(channel === null ? camera : { kind: 'push', id: channel });
});

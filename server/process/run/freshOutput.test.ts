import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMemory } from '../../storage/memory.ts';
import { createFreshOutput, readPlaylistVersions } from './freshOutput.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const playlist = 'memfs:/c.m3u8';

it('a playlist of another stream is reported once', async () => {
  let version = 'one';
  const onFresh = vi.fn();
  const fresh = createFreshOutput(async () => new Map([[playlist, version]]), onFresh);
  fresh.begin();
  version = 'two';
  await vi.advanceTimersByTimeAsync(5000);
  expect(onFresh).not.toHaveBeenCalled();
  fresh.expect();
  fresh.begin();
  await vi.advanceTimersByTimeAsync(5000);
  expect(onFresh).not.toHaveBeenCalled();
  version = 'three';
  await vi.advanceTimersByTimeAsync(5000);
  expect(onFresh).toHaveBeenCalledOnce();
});

it('if a run ends too early, the next one is awaited', async () => {
  let version = 'one';
  const onFresh = vi.fn();
  const fresh = createFreshOutput(async () => new Map([[playlist, version]]), onFresh);
  fresh.expect();
  fresh.begin();
  await vi.advanceTimersByTimeAsync(1000);
  fresh.end();
  version = 'two';
  await vi.advanceTimersByTimeAsync(5000);
  expect(onFresh).not.toHaveBeenCalled();
  fresh.begin();
  await vi.advanceTimersByTimeAsync(5000);
  expect(onFresh).not.toHaveBeenCalled();
  version = 'three';
  await vi.advanceTimersByTimeAsync(5000);
  expect(onFresh).toHaveBeenCalledOnce();
});

it('a late playlist of the previous ffmpeg is not mistaken for a new one', async () => {
  let version = 'one';
  const onFresh = vi.fn();
  const fresh = createFreshOutput(async () => new Map([[playlist, version]]), onFresh);
  fresh.expect();
  fresh.begin();
  await vi.advanceTimersByTimeAsync(100);
  version = 'two';
  await vi.advanceTimersByTimeAsync(5000);
  expect(onFresh).not.toHaveBeenCalled();
  version = 'three';
  await vi.advanceTimersByTimeAsync(5000);
  expect(onFresh).toHaveBeenCalledOnce();
});

it('after a failed first look, no playlist is mistaken for a new one', async () => {
  const read = vi.fn(async () => new Map([[playlist, 'one']])).mockRejectedValueOnce(new Error('the disk is gone'));
  const onFresh = vi.fn();
  const fresh = createFreshOutput(read, onFresh);
  fresh.expect();
  fresh.begin();
  await vi.advanceTimersByTimeAsync(5000);
  expect(onFresh).not.toHaveBeenCalled();
});

it('playlists are found by the cleanup rules, and each write by its version', async () => {
  vi.useRealTimers();
  const mem = createMemory({ limitBytes: 0, purge: false });
  const storages = { mem, disk: createMemory({ limitBytes: 0, purge: false }) };
  const rule = (pattern: string) => ({ pattern, max_files: 0, max_file_age_seconds: 0, purge_on_delete: true });
  await mem.write('/c.m3u8', Buffer.from('#EXTM3U'));
  await mem.write('/c_1.ts', Buffer.from('x'));
  const readVersions = (...patterns: string[]) => readPlaylistVersions(patterns.map(rule), storages);
  const found = await readVersions(playlist, 'diskfs:/c.m3u8', 'memfs:/c_*.ts', 'memfs:/**.m3u8', 'nonsense');
  expect([...found.keys()]).toEqual([playlist]);
  expect(await readVersions(playlist)).toEqual(found);
  await mem.write('/c.m3u8', Buffer.from('#EXTM3U'));
  expect(await readVersions(playlist)).not.toEqual(found);
});

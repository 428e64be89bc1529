import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMemory } from '../../storage/memory.ts';
import { createFreshOutput, readPlaylistVersions } from './freshOutput.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const playlist = 'memfs:/c.m3u8';

it('tells once that the playlist of another stream is there', async () => {
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

it('waits for the next run where one ends too early', async () => {
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

it('takes the last playlist of the ffmpeg before for no other, which comes when that is gone', async () => {
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

it('takes no playlist for another where the first look failed', async () => {
  const read = vi.fn(async () => new Map([[playlist, 'one']])).mockRejectedValueOnce(new Error('the disk is gone'));
  const onFresh = vi.fn();
  const fresh = createFreshOutput(read, onFresh);
  fresh.expect();
  fresh.begin();
  await vi.advanceTimersByTimeAsync(5000);
  expect(onFresh).not.toHaveBeenCalled();
});

it('finds playlists by the rules for their files, and each write by its version', async () => {
  vi.useRealTimers();
  const mem = createMemory({ limitBytes: 0, purge: false });
  const storages = { mem, disk: createMemory({ limitBytes: 0, purge: false }) };
  const rule = (pattern: string) => ({ pattern, max_files: 0, max_file_age_seconds: 0, purge_on_delete: true });
  await mem.write('/c.m3u8', Buffer.from('#EXTM3U'));
  await mem.write('/c_1.ts', Buffer.from('x'));
  const look = (...patterns: string[]) => readPlaylistVersions(patterns.map(rule), storages);
  const found = await look(playlist, 'diskfs:/c.m3u8', 'memfs:/c_*.ts', 'memfs:/**.m3u8', 'nonsense');
  expect([...found.keys()]).toEqual([playlist]);
  expect(await look(playlist)).toEqual(found);
  await mem.write('/c.m3u8', Buffer.from('#EXTM3U'));
  expect(await look(playlist)).not.toEqual(found);
});

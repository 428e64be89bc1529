import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMemory } from '../../storage/memory.ts';
import { elapsedMs } from '../../util/elapsedMs.ts';
import { createFreshOutput, isPlaylistNewer } from './freshOutput.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('tells once that the playlist of another stream is there', async () => {
  let isNewer = false;
  const onFresh = vi.fn();
  const fresh = createFreshOutput(async () => isNewer, onFresh);
  fresh.begin(0);
  isNewer = true;
  await vi.advanceTimersByTimeAsync(5000);
  expect(onFresh).not.toHaveBeenCalled();
  isNewer = false;
  fresh.expect();
  fresh.begin(0);
  await vi.advanceTimersByTimeAsync(5000);
  expect(onFresh).not.toHaveBeenCalled();
  isNewer = true;
  await vi.advanceTimersByTimeAsync(5000);
  expect(onFresh).toHaveBeenCalledOnce();
});

it('waits for the next run where one ends too early', async () => {
  let isNewer = false;
  const onFresh = vi.fn();
  const fresh = createFreshOutput(async () => isNewer, onFresh);
  fresh.expect();
  fresh.begin(0);
  await vi.advanceTimersByTimeAsync(1000);
  fresh.end();
  isNewer = true;
  await vi.advanceTimersByTimeAsync(5000);
  expect(onFresh).not.toHaveBeenCalled();
  fresh.begin(0);
  await vi.advanceTimersByTimeAsync(5000);
  expect(onFresh).toHaveBeenCalledOnce();
});

it('finds a playlist by the rules for its files', async () => {
  vi.useRealTimers();
  const mem = createMemory({ limitBytes: 0, purge: false });
  const storages = { mem, disk: createMemory({ limitBytes: 0, purge: false }) };
  const rule = (pattern: string) => ({ pattern, max_files: 0, max_file_age_seconds: 0, purge_on_delete: true });
  const before = elapsedMs() - 1;
  await mem.write('/c.m3u8', Buffer.from('#EXTM3U'));
  await mem.write('/c_1.ts', Buffer.from('x'));
  const look = (pattern: string, sinceMs = before) => isPlaylistNewer([rule(pattern)], storages, sinceMs);
  expect(await look('memfs:/c.m3u8')).toBe(true);
  expect(await look('memfs:/c.m3u8', elapsedMs() + 1000)).toBe(false);
  expect(await look('diskfs:/c.m3u8')).toBe(false);
  expect(await look('memfs:/c_*.ts')).toBe(false);
  expect(await look('memfs:/**.m3u8')).toBe(false);
  expect(await look('nonsense')).toBe(false);
});

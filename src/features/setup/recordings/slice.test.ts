import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aCore } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { sourceEditor } from '../source/editor/slice.ts';
import { recordingDeleted, recordingsLeft, recordingsWanted } from './slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const CHANNEL = '11111111-2222-4333-8444-555555555555';
const GLOB = '/recording_0123456789abcdef0123456789abcdef_*';
const fileAt = (startedAt: number) => `/recording_0123456789abcdef0123456789abcdef_${startedAt}_show.mp4`;

it('the recordings card lists the files of a recording while shown, and deletes only those', async () => {
  const disk = new Set([fileAt(100), fileAt(200), '/index.html']);
  const requested: unknown[] = [];
  const store = openStore({
    core: aCore({
      diskFiles: ({ glob } = {}) => {
        requested.push(glob);
        return [...disk].map((name) => ({ name, size_bytes: 5, last_modified: 260 }));
      },
      diskDelete: ({ path }) => {
        disk.delete(path);
        return 'Deleted';
      },
    }),
  });
  const paths = () => store.getState().recordings.files?.map(({ path }) => path) ?? null;
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  store.dispatch(sourceEditor.actions.opened({ channel: CHANNEL }));
  await vi.dynamicImportSettled();
  store.dispatch(recordingsWanted(GLOB));
  await vi.advanceTimersByTimeAsync(100);
  expect(paths()).toEqual([fileAt(200), fileAt(100)]);

  store.dispatch(recordingDeleted('/index.html'));
  store.dispatch(recordingDeleted(fileAt(100)));
  await vi.advanceTimersByTimeAsync(100);
  expect([...disk]).toEqual([fileAt(200), '/index.html']);
  expect(paths()).toEqual([fileAt(200)]);

  disk.add(fileAt(300));
  await vi.advanceTimersByTimeAsync(5000);
  expect(paths()).toEqual([fileAt(300), fileAt(200)]);

  store.dispatch(recordingsLeft());
  const before = requested.length;
  await vi.advanceTimersByTimeAsync(20_000);
  expect([paths(), requested.length]).toEqual([null, before]);
  expect(new Set(requested)).toContain(GLOB);
});

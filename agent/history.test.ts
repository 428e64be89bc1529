import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleOf } from '../src/media/series/sample.ts';
import { type HistoryNotice, openHistory } from './history.ts';
import type { SampleSet } from './historyStore.ts';
import type { StoreFault } from './sqliteFile.ts';
import { StoreError, type StoreThread } from './storeThread.ts';
import type { StoreRequest, StoreResult } from './storeWorker.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const SAMPLE = sampleOf({ state: 'live', figures: {} }, 10);
const setAt = (time: number, subjects: readonly string[] = ['core']): SampleSet => ({
  ...{ time, samples: new Map(subjects.map((subject) => [subject, SAMPLE])) },
});
const QUERY = { subject: 'core', from: 0, to: 100, points: 10 };

function scene() {
  const disk = { fault: null as StoreFault | null, hangs: false, requests: [] as StoreRequest[] };
  const thread: StoreThread = {
    async ask(request): Promise<StoreResult> {
      while (disk.hangs) await new Promise((resolve) => setTimeout(resolve, 100));
      if (disk.fault !== null) throw new StoreError(disk.fault);
      disk.requests.push(structuredClone(request));
      if (request.type === 'history-read') return { type: 'text', text: `${request.recent.length} ${request.format}` };
      return { type: 'subjects', subjects: ['of-before'] };
    },
  };
  const notices: HistoryNotice[] = [];
  const history = openHistory({ thread, tell: (notice) => notices.push(notice) });
  const writtenTimes = () =>
    disk.requests.flatMap((request) =>
      request.type === 'history-write' ? [request.sets.map(({ time }) => time)] : [],
    );
  const add = async (from: number, count: number, subjects?: readonly string[]) => {
    await vi.advanceTimersByTimeAsync(0);
    for (let at = 0; at < count; at++) {
      history.add(setAt(from + at * 10, subjects));
      await vi.advanceTimersByTimeAsync(10_000);
    }
  };
  return { disk, notices, history, written: writtenTimes, add };
}

describe('samples of the history', () => {
  it('are written every 30 seconds and can be read before', async () => {
    const { written, add, history } = scene();
    await add(0, 7);
    expect(written()).toEqual([
      [0, 10, 20],
      [30, 40, 50],
    ]);
    expect(await history.read(QUERY, 'json')).toBe('1 json');
    expect(await history.read({ ...QUERY, subject: 'other' }, 'csv')).toBe('0 csv');
  });

  it('are written when the history closes, unless the disk hangs', async () => {
    const { written, add, history, disk } = scene();
    await add(0, 1);
    await history.close(1000);
    expect(written()).toEqual([[0]]);
    disk.hangs = true;
    history.add(setAt(10));
    const closed = history.close(1000);
    await vi.advanceTimersByTimeAsync(1000);
    await closed;
  });

  it('belong to subjects that are on the disk or were observed', async () => {
    const { history, add } = scene();
    await add(0, 1, ['core', 'new']);
    expect(['of-before', 'new', 'never'].map(history.knows)).toEqual([true, true, false]);
  });
});

describe.each<StoreFault>(['full', 'read-only', 'damaged', 'newer', 'in-use', 'unsupported', 'failed'])(
  'a disk that is %s',
  (fault) => {
    it('is reported once, and gets the collected samples when it is back', async () => {
      const { disk, notices, history, written, add } = scene();
      await add(0, 3);
      disk.fault = fault;
      await add(30, 20);
      expect(notices).toEqual([{ event: 'history-failed', fault }]);
      expect(history.isKept()).toBe(false);
      expect(await history.read(QUERY, 'json')).toBeNull();
      disk.fault = null;
      await add(230, 6);
      expect(notices).toEqual([{ event: 'history-failed', fault }, { event: 'history-back' }]);
      expect(history.isKept()).toBe(true);
      expect(written().flat()).toEqual(Array.from({ length: written().flat().length }, (_, at) => at * 10));
      expect(written().flat().length).toBeGreaterThan(24);
      expect(Math.max(...written().map(({ length }) => length))).toBe(12);
    });

    it('for a long time uses a limited amount of memory', async () => {
      const { disk, history, add, written } = scene();
      await add(0, 3);
      disk.fault = fault;
      const subjects = Array.from({ length: 500 }, (_, at) => `subject ${at}`);
      await add(30, 60, subjects);
      disk.fault = null;
      await history.close(1000);
      expect(written().flat().slice(3)).toEqual([570, 580, 590, 600, 610, 620]);
    });
  },
);

it('with a hanging disk, a few reads wait while the rest fail fast, and later reads work again', async () => {
  const { disk, history, add } = scene();
  await add(0, 1);
  disk.hangs = true;
  const reads = Array.from({ length: 1000 }, () => history.read(QUERY, 'json'));
  await vi.advanceTimersByTimeAsync(5000);
  expect(await Promise.all(reads)).toEqual(Array(1000).fill(null));
  expect(await history.read(QUERY, 'json')).toBeNull();
  disk.hangs = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(disk.requests.filter(({ type }) => type === 'history-read')).toHaveLength(8);
  expect(await history.read(QUERY, 'json')).toBe('1 json');
});

it('a hanging disk is reported once and delays no reader', async () => {
  const { disk, notices, history, add } = scene();
  await add(0, 3);
  disk.hangs = true;
  await add(30, 12);
  expect(notices).toEqual([{ event: 'history-failed', fault: 'slow' }]);
  const read = history.read(QUERY, 'json');
  await vi.advanceTimersByTimeAsync(5000);
  expect(await read).toBeNull();
  disk.hangs = false;
  await add(150, 3);
  expect(notices.at(-1)).toEqual({ event: 'history-back' });
});

import { setTimeout as sleep } from 'node:timers/promises';
import type { HistoryQuery, SampleSet } from './historyStore.ts';
import type { StoreFault } from './sqliteFile.ts';
import { StoreError, type StoreThread } from './storeThread.ts';
import type { HistoryFormat } from './storeWorker.ts';

export type HistoryNotice =
  | { event: 'history-failed'; fault: StoreFault | 'slow' }
  | { event: 'history-back' }
  | { event: 'history-set-aside'; copy: string };

export interface History {
  /** Never blocks or throws. */
  add(set: SampleSet): void;
  knows(subject: string): boolean;
  /** Returns JSON (`HistoryAnswer` of the API) or CSV; null if the file is unusable or too many reads are in flight. */
  read(query: HistoryQuery, format: HistoryFormat): Promise<string | null>;
  isKept(): boolean;
  /** Writes the remaining samples. The file is closed with the journal. */
  close(patienceMs: number): Promise<void>;
}

const BATCH_SETS = 3;
const MAX_BATCH_SETS = 12;
const RETRY_AFTER_MS = 30_000;
const READS_WITHIN_MS = 5000;
/** Reads share one thread with the journal and the alarms, which would wait. */
const MAX_READS = 8;
/** About 3 MB. Older samples are dropped and appear as a gap. */
const MAX_SAMPLES_IN_MEMORY = 3000;

interface HistoryOptions {
  thread: StoreThread;
  /** Called once per change of state. */
  tell: (notice: HistoryNotice) => void;
  now?: () => number;
}

/** Keeps samples in memory for 30 seconds, then writes them to the disk. */
export function openHistory({ thread, tell, now = () => performance.now() }: HistoryOptions): History {
  const subjects = new Set<string>();
  let unwritten: SampleSet[] = [];
  let fault: StoreFault | 'slow' | null = null;
  let retryAt = Number.NEGATIVE_INFINITY;
  let isOpen = false;
  let writing: Promise<void> | null = null;
  let reading = 0;
  void write();

  function write(): Promise<void> {
    writing ??= writeBatch().finally(() => {
      writing = null;
      if (fault === null && unwritten.length >= BATCH_SETS) void write();
    });
    return writing;
  }

  async function writeBatch() {
    const slow = setTimeout(() => fail('slow'), RETRY_AFTER_MS);
    slow.unref();
    try {
      if (!isOpen) {
        const opened = await thread.ask({ type: 'history-open' });
        for (const subject of opened.type === 'subjects' ? opened.subjects : []) subjects.add(subject);
        isOpen = true;
      }
      const sets = unwritten.slice(0, MAX_BATCH_SETS);
      if (sets.length > 0) await thread.ask({ type: 'history-write', sets });
      unwritten = unwritten.filter((set) => !sets.includes(set));
      if (fault !== null) tell({ event: 'history-back' });
      fault = null;
    } catch (error) {
      fail(error instanceof StoreError ? error.fault : 'failed');
      retryAt = now() + RETRY_AFTER_MS;
    } finally {
      clearTimeout(slow);
    }
  }

  function fail(reason: StoreFault | 'slow') {
    if (fault === reason) return;
    fault = reason;
    tell({ event: 'history-failed', fault: reason });
  }

  return {
    add(set) {
      for (const subject of set.samples.keys()) subjects.add(subject);
      unwritten.push(set);
      let samples = unwritten.reduce((sum, set) => sum + set.samples.size, 0);
      while (samples > MAX_SAMPLES_IN_MEMORY && unwritten.length > BATCH_SETS)
        samples -= unwritten.shift()?.samples.size ?? 0;
      if (unwritten.length >= BATCH_SETS && writing === null && now() >= retryAt) void write();
    },
    knows: (subject) => subjects.has(subject),
    async read(query, format) {
      if (reading >= MAX_READS) return null;
      const recent = unwritten.flatMap(({ time, samples }) => {
        const sample = samples.get(query.subject);
        return sample === undefined ? [] : [[time, sample] as const];
      });
      reading++;
      const read = thread
        .ask({ type: 'history-read', query, recent, format })
        .catch(() => null)
        .finally(() => reading--);
      const result = await Promise.race([read, sleep(READS_WITHIN_MS, null, { ref: false })]);
      return result?.type === 'text' ? result.text : null;
    },
    isKept: () => fault === null,
    async close(patienceMs) {
      const finish = async () => {
        do await write();
        while (fault === null && unwritten.length > 0);
      };
      await Promise.race([finish(), sleep(patienceMs, undefined, { ref: false })]);
    },
  };
}

import type { JournalEntry } from './journalStore.ts';
import { StoreError, type StoreThread } from './storeThread.ts';
import type { StoreRequest } from './storeWorker.ts';

/** Every call may be repeated. It rejects with a `StoreError` if the file is unusable, and may hang. */
export interface JournalDisk {
  open(): Promise<number>;
  write(entries: readonly JournalEntry[]): Promise<void>;
  read(after: number | null, limit: number): Promise<readonly JournalEntry[]>;
  ofChannel(channel: string, before: number, limit: number): Promise<readonly JournalEntry[]>;
  close(): Promise<void>;
}

export function createJournalDisk(thread: StoreThread): JournalDisk {
  async function request(request: StoreRequest) {
    const result = await thread.ask(request);
    if (result.type !== 'entries') throw new StoreError('failed');
    return result;
  }
  return {
    open: async () => (await request({ type: 'journal-open' })).last,
    async write(entries) {
      await request({ type: 'journal-write', entries });
    },
    read: async (after, limit) =>
      (await request(after === null ? { type: 'journal-newest', limit } : { type: 'journal-after', id: after, limit }))
        .entries,
    ofChannel: async (channel, before, limit) =>
      (await request({ type: 'journal-channel', channel, before, limit })).entries,
    async close() {
      await thread.ask({ type: 'close' }).catch(() => undefined);
    },
  };
}

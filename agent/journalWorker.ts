import { parentPort, workerData } from 'node:worker_threads';
import { type JournalEntry, type JournalStore, openJournalStore } from './journalStore.ts';
import { type DatabaseFault, faultOf } from './ownDatabase.ts';

/** `number` comes back with the answer. */
export type JournalRequest = { number: number } & (
  | { type: 'open' | 'close' }
  | { type: 'write'; entries: readonly JournalEntry[] }
  | { type: 'after'; id: number; limit: number }
  | { type: 'newest'; limit: number }
);

export type JournalAnswer =
  | { type: 'done'; number: number; last: number; entries: readonly JournalEntry[] }
  | { type: 'failed'; number: number; fault: DatabaseFault }
  | { type: 'set-aside'; copy: string };

export interface JournalWorkerData {
  folder: string;
}

/** A thread that may wait for a slow disk, and a script of its own: the rest of the agent would take 10 MB more in it. */
function serveJournal(): void {
  const port = parentPort;
  if (port === null) throw new Error('this is no worker');
  const { folder }: JournalWorkerData = workerData;
  const answer = (what: JournalAnswer) => port.postMessage(what);
  let store: JournalStore | null = null;

  const opened = (): JournalStore => {
    store ??= openJournalStore(folder, (copy) => answer({ type: 'set-aside', copy }));
    return store;
  };
  const close = () => {
    const left = store;
    store = null;
    left?.close();
  };

  const run = (request: JournalRequest): readonly JournalEntry[] => {
    switch (request.type) {
      case 'open':
        opened();
        return [];
      case 'write':
        opened().write(request.entries);
        return [];
      case 'after':
        return opened().after(request.id, request.limit);
      case 'newest':
        return opened().newest(request.limit);
      case 'close':
        close();
        return [];
    }
  };

  const tried = (request: JournalRequest): JournalAnswer => {
    const { number } = request;
    try {
      return { type: 'done', entries: run(request), last: store?.last() ?? 0, number };
    } catch (error) {
      // Opened anew it is looked at as at a start: what is damaged is set aside.
      try {
        close();
      } catch {
        // It was not to be closed in good order.
      }
      return { type: 'failed', number, fault: faultOf(error) };
    }
  };

  port.on('message', (request: JournalRequest) => {
    const first = tried(request);
    answer(first.type === 'failed' && first.fault === 'damaged' ? tried(request) : first);
    if (request.type === 'close') port.close();
  });
}

serveJournal();

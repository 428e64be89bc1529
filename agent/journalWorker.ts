import { parentPort, workerData } from 'node:worker_threads';
import {
  type AlarmChange,
  type AlarmContents,
  type AlarmStore,
  type DeliveryRecord,
  type IncidentRecord,
  openAlarmStore,
} from './alarms/alarmStore.ts';
import { type JournalEntry, type JournalStore, openJournalStore } from './journalStore.ts';
import { type DatabaseFault, faultOf } from './ownDatabase.ts';

/** `number` comes back with the answer. */
export type JournalRequest = { number: number } & (
  | { type: 'open' | 'close' }
  | { type: 'write'; entries: readonly JournalEntry[] }
  | { type: 'after'; id: number; limit: number }
  | { type: 'newest'; limit: number }
  | { type: 'alarms'; request: AlarmRequest }
);

export type AlarmRequest =
  | { type: 'load' }
  | { type: 'save'; change: AlarmChange }
  | { type: 'deliveries' | 'incidents'; before: number | null; limit: number };

export type AlarmAnswer =
  | { type: 'load'; contents: AlarmContents }
  | { type: 'save' }
  | { type: 'deliveries'; deliveries: readonly DeliveryRecord[] }
  | { type: 'incidents'; incidents: readonly IncidentRecord[] };

export type JournalAnswer =
  | { type: 'done'; number: number; last: number; entries: readonly JournalEntry[] }
  | { type: 'alarms'; number: number; answer: AlarmAnswer }
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
  let alarms: AlarmStore | null = null;

  const opened = (): JournalStore => {
    store ??= openJournalStore(folder, (copy) => answer({ type: 'set-aside', copy }));
    return store;
  };
  const close = () => {
    const left = [store, alarms];
    store = null;
    alarms = null;
    for (const one of left) one?.close();
  };

  const runAlarms = (request: AlarmRequest): AlarmAnswer => {
    alarms ??= openAlarmStore(folder, (copy) => answer({ type: 'set-aside', copy }));
    switch (request.type) {
      case 'load':
        return { type: 'load', contents: alarms.load() };
      case 'save':
        alarms.save(request.change);
        return { type: 'save' };
      case 'deliveries':
        return { type: 'deliveries', deliveries: alarms.deliveries(request.before, request.limit) };
      case 'incidents':
        return { type: 'incidents', incidents: alarms.incidents(request.before, request.limit) };
    }
  };

  const run = (request: Exclude<JournalRequest, { type: 'alarms' }>): readonly JournalEntry[] => {
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
      if (request.type === 'alarms') return { type: 'alarms', answer: runAlarms(request.request), number };
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

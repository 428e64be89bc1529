import { parentPort, workerData } from 'node:worker_threads';
import type { HistoryAnswer } from '../src/api/agentEndpoints.ts';
import { AGENT_LIMITS } from '../src/api/agentLimits.ts';
import { csvOf, type TimedSample } from '../src/media/series/columns.ts';
import {
  type AlarmChange,
  type AlarmContents,
  type AlarmStore,
  type DeliveryRecord,
  type IncidentRecord,
  openAlarmStore,
  readAlarms,
} from './alarms/alarmStore.ts';
import {
  type ControlStore,
  type EarlierCall,
  type KeptAnswer,
  type KeyedCall,
  openControlStore,
  type StoredToken,
} from './control/controlStore.ts';
import {
  type HistoryQuery,
  type HistoryStore,
  openHistoryStore,
  type SampleSet,
  setHistoryAside,
} from './historyStore.ts';
import { type JournalEntry, type JournalStore, openJournalStore } from './journalStore.ts';
import { faultOf, LARGE_LOG_BYTES, SMALL_LOG_BYTES, type StoreFault } from './sqliteFile.ts';

export type HistoryFormat = 'json' | 'csv';

export type StoreRequest =
  | { type: 'journal-open' }
  | { type: 'journal-write'; entries: readonly JournalEntry[] }
  | { type: 'journal-after'; id: number; limit: number }
  | { type: 'journal-newest'; limit: number }
  | { type: 'journal-channel'; channel: string; before: number; limit: number }
  | { type: 'history-open' }
  | { type: 'history-write'; sets: readonly SampleSet[] }
  | { type: 'history-read'; query: HistoryQuery; recent: readonly TimedSample[]; format: HistoryFormat }
  | { type: 'alarms-load' }
  | { type: 'alarms-save'; change: AlarmChange }
  | { type: 'alarms-deliveries' | 'alarms-incidents'; before: number | null; limit: number }
  | { type: 'control-tokens' }
  | { type: 'control-token-put'; token: StoredToken }
  | { type: 'control-token-remove'; id: string }
  | { type: 'control-begin'; call: KeyedCall }
  | { type: 'control-finish'; key: string; answer: KeptAnswer }
  | { type: 'control-forget'; key: string }
  | { type: 'close' };

export type StoreResult =
  | { type: 'entries'; last: number; entries: readonly JournalEntry[] }
  | { type: 'subjects'; subjects: readonly string[] }
  | { type: 'text'; text: string }
  | { type: 'alarms'; contents: AlarmContents }
  | { type: 'deliveries'; deliveries: readonly DeliveryRecord[] }
  | { type: 'incidents'; incidents: readonly IncidentRecord[] }
  | { type: 'tokens'; tokens: readonly StoredToken[] }
  | { type: 'earlier'; earlier: EarlierCall }
  | { type: 'none' };

const STORE_NAMES = ['journal', 'history', 'alarms', 'control'] as const;
export type StoreName = (typeof STORE_NAMES)[number];

export type StoreAnswer =
  | { type: 'done'; number: number; result: StoreResult }
  | { type: 'failed'; number: number; fault: StoreFault }
  | { type: 'set-aside'; store: StoreName; copy: string };

export interface StoreWorkerData {
  folder: string;
  megabytes: number;
}

const MB = 1024 * 1024;
/** 32 MB at 4 kB per page, but at most a quarter of the quota. */
const JOURNAL_PAGES = 8192;
/** 32 MB, but at most an eighth of the quota. */
const ALARM_PAGES = 8192;
/** 4 MB, but at most a sixteenth of the quota. */
const CONTROL_PAGES = 1024;

/** A separate script: the rest of the agent would cost 10 MB more in this thread. */
function serveStores(): void {
  const port = parentPort;
  if (port === null) throw new Error('this is no worker');
  const { folder, megabytes }: StoreWorkerData = workerData;
  const answer = (message: StoreAnswer) => port.postMessage(message);
  const tellSetAside = (store: StoreName) => (copy: string) => answer({ type: 'set-aside', store, copy });
  const pagesOf = (max: number, share: number) => Math.min(max, Math.floor((megabytes * MB * share) / 4096));
  const journalPages = pagesOf(JOURNAL_PAGES, 1 / 4);
  const alarmPages = pagesOf(ALARM_PAGES, 1 / 8);
  const controlPages = pagesOf(CONTROL_PAGES, 1 / 16);
  let journal: JournalStore | null = null;
  let history: HistoryStore | null = null;
  let alarms: AlarmStore | null = null;
  let control: ControlStore | null = null;

  const openedJournal = (): JournalStore => {
    journal ??= openJournalStore(folder, tellSetAside('journal'), { rows: 100_000, pages: journalPages });
    return journal;
  };
  const openedHistory = (): HistoryStore => {
    const pages = journalPages + alarmPages + controlPages;
    const bytes = megabytes * MB - pages * 4096 - LARGE_LOG_BYTES - 3 * SMALL_LOG_BYTES;
    history ??= openHistoryStore(folder, bytes, tellSetAside('history'));
    return history;
  };
  const openedAlarms = (): AlarmStore => {
    alarms ??= openAlarmStore(folder, tellSetAside('alarms'), { rows: 10_000, pages: alarmPages });
    return alarms;
  };
  const openedControl = (): ControlStore => {
    const bounds = { keys: AGENT_LIMITS.idempotencyKeys, pages: controlPages };
    control ??= openControlStore(folder, tellSetAside('control'), bounds);
    return control;
  };
  /** Receivers can be read even if the disk is not writable. */
  const loadAlarms = (): AlarmContents => {
    try {
      return openedAlarms().load();
    } catch (error) {
      if (!['full', 'read-only', 'failed'].includes(faultOf(error))) throw error;
      return readAlarms(folder);
    }
  };
  const close = (store: { close(): void } | null) => {
    try {
      store?.close();
    } catch {}
  };

  const entries = (found: readonly JournalEntry[] = []): StoreResult => ({
    ...{ type: 'entries', entries: found, last: journal?.last() ?? 0 },
  });

  const run = (request: StoreRequest): StoreResult => {
    switch (request.type) {
      case 'journal-open':
        openedJournal();
        return entries();
      case 'journal-write':
        openedJournal().write(request.entries);
        return entries();
      case 'journal-after':
        return entries(openedJournal().after(request.id, request.limit));
      case 'journal-channel':
        return entries(openedJournal().ofChannel(request.channel, request.before, request.limit));
      case 'journal-newest':
        return entries(openedJournal().newest(request.limit));
      case 'history-open':
        return { type: 'subjects', subjects: [...openedHistory().subjects()] };
      case 'history-write':
        openedHistory().write(request.sets);
        return { type: 'none' };
      case 'history-read': {
        const columns = openedHistory().read(request.query, request.recent);
        const history: HistoryAnswer = { subject: request.query.subject, ...columns };
        return {
          type: 'text',
          text: request.format === 'csv' ? csvOf(columns) : JSON.stringify(history),
        };
      }
      case 'alarms-load':
        return { type: 'alarms', contents: loadAlarms() };
      case 'alarms-save':
        openedAlarms().save(request.change);
        return { type: 'none' };
      case 'alarms-deliveries':
        return { type: 'deliveries', deliveries: openedAlarms().deliveries(request.before, request.limit) };
      case 'alarms-incidents':
        return { type: 'incidents', incidents: openedAlarms().incidents(request.before, request.limit) };
      case 'control-tokens':
        return { type: 'tokens', tokens: openedControl().tokens() };
      case 'control-token-put':
        openedControl().putToken(request.token);
        return { type: 'none' };
      case 'control-token-remove':
        openedControl().removeToken(request.id);
        return { type: 'none' };
      case 'control-begin':
        return { type: 'earlier', earlier: openedControl().begin(request.call) };
      case 'control-finish':
        openedControl().finish(request.key, request.answer);
        return { type: 'none' };
      case 'control-forget':
        openedControl().forget(request.key);
        return { type: 'none' };
      case 'close':
        for (const store of [journal, history, alarms, control]) close(store);
        [journal, history, alarms, control] = [null, null, null, null];
        return { type: 'none' };
    }
  };

  /** Reopening a small file checks it like a start and sets it aside if it is damaged. */
  const recover = (store: StoreName, fault: StoreFault) => {
    if (store === 'journal') {
      close(journal);
      journal = null;
    } else if (store === 'alarms') {
      close(alarms);
      alarms = null;
    } else if (store === 'control') {
      close(control);
      control = null;
    } else if (fault === 'damaged') {
      // The history is too large for the check at the start.
      const wasOpen = history !== null;
      close(history);
      history = null;
      if (wasOpen) tellSetAside('history')(setHistoryAside(folder));
    }
  };

  const handleRequest = (request: StoreRequest, number: number): StoreAnswer => {
    try {
      return { type: 'done', number, result: run(request) };
    } catch (error) {
      const fault = faultOf(error);
      recover(STORE_NAMES.find((name) => request.type.startsWith(name)) ?? 'journal', fault);
      return { type: 'failed', number, fault };
    }
  };

  port.on('message', ({ number, request }: { number: number; request: StoreRequest }) => {
    const first = handleRequest(request, number);
    answer(first.type === 'failed' && first.fault === 'damaged' ? handleRequest(request, number) : first);
    if (request.type === 'close') port.close();
  });
}

serveStores();

import { setTimeout as sleep } from 'node:timers/promises';
import type { JournalDisk } from './journalDisk.ts';
import type { JournalEntry } from './journalStore.ts';
import type { StoreFault } from './sqliteFile.ts';
import { StoreError } from './storeThread.ts';

/** `lost`: number of events that exceeded the memory. */
export type JournalNotice =
  | { event: 'journal-failed'; fault: StoreFault | 'slow' }
  | { event: 'journal-back'; lost: number }
  | { event: 'journal-set-aside'; copy: string };

interface NewEvent {
  event: string;
  channel?: string;
}

export interface Journal {
  /** Resolves once ids are assigned. */
  readonly opened: Promise<void>;
  /** Never blocks or throws. */
  add(event: NewEvent): void;
  last(): number;
  /** Oldest first. `after`: only events after this id; null: the newest. */
  read(after: number | null, limit: number): Promise<readonly JournalEntry[]>;
  /** Events of the channel and global ones, oldest first. `before`: only events before this id; null: the newest. */
  ofChannel(channel: string, before: number | null, limit: number): Promise<readonly JournalEntry[]>;
  /** Calls `listener` with each new event, in order. Returns the unsubscribe function. */
  listen(listener: (entry: JournalEntry) => void): () => void;
  isKept(): boolean;
  close(patienceMs: number): Promise<void>;
}

/** Newest events kept for when the disk fails, and so that streams need no disk. */
const MAX_IN_MEMORY = 1000;
const MAX_FIELDS_CHARACTERS = 4096;
const BATCH = 200;
const WRITE_AFTER_MS = 500;
const RETRY_AFTER_MS = 10_000;
/** After this time, ids are assigned without the file. */
const OPENS_WITHIN_MS = 3000;
const READS_WITHIN_MS = 5000;

interface JournalOptions {
  disk: JournalDisk | null;
  /** Called once per change of state. */
  tell: (notice: JournalNotice) => void;
  now?: () => number;
}

/** Records events in memory at once, and on the disk soon after. */
export function openJournal({ disk, tell, now = Date.now }: JournalOptions): Journal {
  const early: Omit<JournalEntry, 'id'>[] = [];
  const recent: JournalEntry[] = [];
  const hearers = new Set<(entry: JournalEntry) => void>();
  let next: number | null = null;
  let forgotten = 0;
  let written = 0;
  let lost = 0;
  let fault: StoreFault | 'slow' | null = null;
  let isOpen = false;
  let writing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let newestId = 0;
  let haveOpened = () => undefined as unknown;
  const opened = new Promise<void>((resolve) => {
    haveOpened = resolve;
  });

  /** Ids start at the current time, so they rise even if the file or its newest events are lost. */
  function begin(newest: number) {
    if (next !== null) return renumber(newest);
    next = Math.max(newest + 1, now());
    newestId = newest;
    forgotten = next - 1;
    for (const entry of early.splice(0)) assignId(entry);
    haveOpened();
  }

  /** Moves unwritten events past the ids of a file that opened late, which are higher if the clock was set back. */
  function renumber(newest: number) {
    const shift = newest + 1 - (recent[0]?.id ?? Number.POSITIVE_INFINITY);
    if (shift > 0) {
      for (const entry of recent) entry.id += shift;
      forgotten += shift;
    }
    newestId = Math.max(newest, recent.at(-1)?.id ?? 0);
    next = Math.max(next ?? 0, newestId + 1);
  }

  function assignId(entry: Omit<JournalEntry, 'id'>) {
    if (next === null) {
      early.push(entry);
      if (early.length > MAX_IN_MEMORY) early.shift();
      return;
    }
    const numbered = { id: next++, ...entry };
    newestId = numbered.id;
    recent.push(numbered);
    const left = recent.length > MAX_IN_MEMORY ? recent.shift() : undefined;
    if (left !== undefined) {
      forgotten = left.id;
      if (disk !== null && left.id > written) lost++;
    }
    for (const listener of hearers) listener(numbered);
    writeSoon(WRITE_AFTER_MS);
  }

  function writeSoon(afterMs: number) {
    if (disk === null || timer !== null || writing !== null) return;
    timer = setTimeout(() => {
      timer = null;
      void write(disk);
    }, afterMs);
    timer.unref();
  }

  const unwrittenEntries = () => recent.filter(({ id }) => id > written);

  function write(target: JournalDisk): Promise<void> {
    writing ??= writeBatch(target).finally(() => {
      writing = null;
      if (unwrittenEntries().length > 0) writeSoon(fault === null ? 0 : RETRY_AFTER_MS);
    });
    return writing;
  }

  async function writeBatch(target: JournalDisk) {
    const slow = setTimeout(() => fail('slow'), READS_WITHIN_MS);
    try {
      if (!isOpen) begin(await target.open());
      isOpen = true;
      const batch = unwrittenEntries().slice(0, BATCH);
      if (batch.length > 0) await target.write(batch);
      written = batch.at(-1)?.id ?? written;
      recover();
    } catch (error) {
      fail(error instanceof StoreError ? error.fault : 'failed');
    } finally {
      clearTimeout(slow);
    }
  }

  function fail(reason: StoreFault | 'slow') {
    if (fault === reason) return;
    fault = reason;
    tell({ event: 'journal-failed', fault: reason });
  }

  function recover() {
    if (fault === null) return;
    fault = null;
    tell({ event: 'journal-back', lost });
    lost = 0;
  }

  if (disk === null) begin(0);
  else {
    void write(disk).then(() => begin(0));
    // New events must not wait for a hanging disk.
    setTimeout(() => {
      if (next === null) begin(0);
    }, OPENS_WITHIN_MS).unref();
  }

  const fromMemory = (after: number | null, limit: number) =>
    after === null ? recent.slice(-limit) : recent.filter(({ id }) => id > after).slice(0, limit);

  return {
    opened,
    add({ event, channel, ...fields }) {
      assignId({ time: now(), channel: channel ?? null, event, fields: truncateFields(fields) });
    },
    last: () => newestId,
    async read(after, limit) {
      const hasAll = after === null ? recent.length >= limit : after >= forgotten;
      if (disk === null || hasAll) return fromMemory(after, limit);
      const stored = await Promise.race([
        disk.read(after, limit).catch(() => null),
        sleep(READS_WITHIN_MS, null, { ref: false }),
      ]);
      // A partial result from memory is better than none.
      if (stored === null) return fromMemory(after, limit);
      const newest = stored.at(-1)?.id ?? after ?? 0;
      const all = [...stored, ...recent.filter(({ id }) => id > newest)];
      return after === null ? all.slice(-limit) : all.slice(0, limit);
    },
    async ofChannel(channel, before, limit) {
      const end = before ?? Number.MAX_SAFE_INTEGER;
      const ofMemory = recent.filter(
        ({ id, channel: entryChannel }) => id < end && (entryChannel === null || entryChannel === channel),
      );
      if (disk === null || ofMemory.length >= limit) return ofMemory.slice(-limit);
      const stored = await Promise.race([
        disk.ofChannel(channel, end, limit).catch(() => null),
        sleep(READS_WITHIN_MS, null, { ref: false }),
      ]);
      if (stored === null) return ofMemory.slice(-limit);
      const newest = stored.at(-1)?.id ?? 0;
      return [...stored, ...ofMemory.filter(({ id }) => id > newest)].slice(-limit);
    },
    listen(listener) {
      hearers.add(listener);
      return () => void hearers.delete(listener);
    },
    isKept: () => disk !== null && fault === null,
    async close(patienceMs) {
      if (disk === null) return;
      const finish = async () => {
        do await write(disk);
        while (fault === null && unwrittenEntries().length > 0);
        await disk.close();
      };
      await Promise.race([finish(), sleep(patienceMs, undefined, { ref: false })]);
    },
  };
}

/** Shortens the fields, some of which are log lines. */
function truncateFields(fields: JournalEntry['fields']): JournalEntry['fields'] {
  if (JSON.stringify(fields).length <= MAX_FIELDS_CHARACTERS) return fields;
  const max = Math.floor(MAX_FIELDS_CHARACTERS / 2 / Object.keys(fields).length);
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, typeof value === 'string' ? value.slice(0, max) : null]),
  );
}

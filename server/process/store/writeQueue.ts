import type { DbContent, StoredProcess } from './db.ts';

export type DbChange = (content: DbContent) => DbContent;

export interface WriteQueue {
  content(): DbContent;
  /**
   * Rejects and drops the change if it cannot be written. `kept`: it takes effect anyway and is written with the next
   * one.
   */
  change(change: DbChange, options?: { kept: boolean }): Promise<void>;
  /** Retries after a failure. Never rejects. */
  settle(): Promise<void>;
}

interface QueuedChange {
  readonly change: DbChange;
  readonly kept: boolean;
  readonly done: (error: unknown) => void;
}

/** Memory follows the disk, so a full disk cannot make them differ. Changes during a write share the next one. */
export function createWriteQueue(stored: DbContent, write: (content: DbContent) => Promise<void>): WriteQueue {
  let content = stored;
  let queued: QueuedChange[] = [];
  let isSaved = true;
  let writing: Promise<void> | null = null;

  const writeAll = async () => {
    while (queued.length > 0 || !isSaved) {
      const batch = queued;
      queued = [];
      try {
        const next = applyChanges(batch, content);
        await write(next);
        content = next;
        isSaved = true;
        for (const { done } of batch) done(null);
      } catch (error) {
        content = applyChanges(
          batch.filter(({ kept }) => kept),
          content,
        );
        // The failed write may be partial, so it is repeated even without a kept change.
        isSaved = false;
        for (const { done } of batch) done(error ?? new Error('not written'));
        if (queued.length === 0) break;
      }
    }
    writing = null;
  };
  const begin = () => {
    writing ??= Promise.resolve().then(writeAll);
    return writing;
  };

  return {
    content: () => content,
    change: (change, { kept } = { kept: false }) =>
      new Promise((resolve, reject) => {
        queued.push({ change, kept, done: (error) => (error === null ? resolve() : reject(error)) });
        begin();
      }),
    settle: async () => {
      if (!isSaved || writing !== null) await begin();
    },
  };
}

const applyChanges = (queued: readonly QueuedChange[], content: DbContent): DbContent =>
  queued.reduce((before, { change }) => change(before), content);

export const findStoredProcess = ({ processes }: DbContent, id: string): StoredProcess | undefined =>
  processes.find(({ config }) => config.id === id);

export const findStoredOrder = (content: DbContent, id: string): StoredProcess['order'] =>
  findStoredProcess(content, id)?.order ?? 'stop';

/** Replaces the process with `id` and drops its metadata, or appends. */
export const putStoredProcess =
  (id: string, process: StoredProcess): DbChange =>
  (content) => {
    const { processMetadata } = deleteStoredProcess(id)(content);
    const isThere = content.processes.some(({ config }) => config.id === id);
    const processes = isThere
      ? content.processes.map((before) => (before.config.id === id ? process : before))
      : [...content.processes, process];
    return { ...content, processes, processMetadata };
  };

export const deleteStoredProcess =
  (id: string): DbChange =>
  (content) => ({
    ...content,
    processes: content.processes.filter(({ config }) => config.id !== id),
    processMetadata: new Map([...content.processMetadata].filter(([processId]) => processId !== id)),
  });

export const setStoredOrder =
  (id: string, order: StoredProcess['order']): DbChange =>
  (content) => ({
    ...content,
    processes: content.processes.map((process) => (process.config.id === id ? { ...process, order } : process)),
  });

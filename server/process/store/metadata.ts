import type { DbContent } from './db.ts';
import { UnknownProcess } from './refusal.ts';
import type { DbChange } from './writeQueue.ts';

type Values = ReadonlyMap<string, unknown>;

/** Any JSON value by key. `null` removes the key. */
export interface Metadata {
  all(): Values;
  set(key: string, value: unknown): Promise<void>;
  ofProcess(id: string): Values;
  setOfProcess(id: string, key: string, value: unknown): Promise<void>;
}

interface MetadataDeps {
  content(): DbContent;
  isProcess(id: string): boolean;
  save(change: DbChange): Promise<void>;
}

export function createMetadata({ content, isProcess, save }: MetadataDeps): Metadata {
  const requireProcess = (id: string) => {
    if (!isProcess(id)) throw new UnknownProcess();
  };
  return {
    all: () => content().metadata,
    set: (key, value) => save((before) => ({ ...before, metadata: withValue(before.metadata, key, value) })),
    ofProcess(id) {
      requireProcess(id);
      return content().processMetadata.get(id) ?? new Map();
    },
    async setOfProcess(id, key, value) {
      requireProcess(id);
      await save((before) => {
        // Another call may have deleted the process meanwhile.
        if (!before.processes.some(({ config }) => config.id === id)) return before;
        const values = withValue(before.processMetadata.get(id), key, value);
        return { ...before, processMetadata: withValue(before.processMetadata, id, values.size === 0 ? null : values) };
      });
    },
  };
}

function withValue<T>(
  values: ReadonlyMap<string, T> | undefined,
  key: string,
  value: T | null,
): ReadonlyMap<string, T> {
  const next = new Map(values);
  if (value === null) next.delete(key);
  else next.set(key, value);
  return next;
}

import type { Content } from './db.ts';
import { UnknownProcess } from './refusal.ts';

type Values = ReadonlyMap<string, unknown>;

/** Any JSON value under a key, for the core and per process. `null` as a value removes the key. */
export interface Metadata {
  all(): Values;
  set(key: string, value: unknown): Promise<void>;
  /** Empty: there is none. Throws UnknownProcess, as the next one does. */
  ofProcess(id: string): Values;
  setOfProcess(id: string, key: string, value: unknown): Promise<void>;
}

interface MetadataStore extends Metadata {
  /** The process is gone. */
  forget(id: string): void;
  content(): Pick<Content, 'metadata' | 'processMetadata'>;
}

export function createMetadata(
  stored: Content,
  isProcess: (id: string) => boolean,
  save: () => Promise<void>,
): MetadataStore {
  const global = new Map(stored.metadata);
  const byProcess = new Map([...stored.processMetadata].map(([id, values]) => [id, new Map(values)]));
  const assign = (values: Map<string, unknown>, key: string, value: unknown) => {
    if (value === null) values.delete(key);
    else values.set(key, value);
  };
  return {
    all: () => global,
    async set(key, value) {
      assign(global, key, value);
      await save();
    },
    ofProcess(id) {
      if (!isProcess(id)) throw new UnknownProcess();
      return byProcess.get(id) ?? new Map();
    },
    async setOfProcess(id, key, value) {
      if (!isProcess(id)) throw new UnknownProcess();
      const values = byProcess.get(id) ?? new Map<string, unknown>();
      assign(values, key, value);
      if (values.size === 0) byProcess.delete(id);
      else byProcess.set(id, values);
      await save();
    },
    forget: (id) => byProcess.delete(id),
    content: () => ({ metadata: global, processMetadata: byProcess }),
  };
}

import type { ProcessConfig } from '../../api/answers/process.ts';

/** `process`: by id. `setting`: global metadata, by key. `file`: a template, by its path. */
export const ENTRY_KINDS = ['process', 'setting', 'file'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Values on a core by `entryKey`. Absent and undefined ones are not stored. */
export type StoredEntries = Readonly<Record<string, unknown>>;

/** The value of a process. `order`: its wanted state, which no difference shows. */
export interface ProcessEntry {
  config: ProcessConfig;
  /** Of all programs, by key. */
  metadata: Readonly<Record<string, unknown>>;
  order?: 'start' | 'stop' | undefined;
}

export const entryKey = (kind: EntryKind, name: string) => `${kind}:${name}`;

/** Returns null if it is no key of an entry. */
export function entryOf(key: string): { kind: EntryKind; name: string } | null {
  const kind = ENTRY_KINDS.find((candidate) => key.startsWith(`${candidate}:`));
  return kind ? { kind, name: key.slice(kind.length + 1) } : null;
}

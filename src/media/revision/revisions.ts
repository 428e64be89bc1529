import * as z from 'zod/mini';
import { REVISION_LIMITS } from '../../api/revisionLimits.ts';
import { hashOf } from '../stored/hashOf.ts';
import { sameJson } from '../stored/sameJson.ts';
import { isGroup } from '../stored/storedSchemas.ts';
import { differencesBetween, withValueAt } from './difference.ts';
import type { StoredEntries } from './storedEntries.ts';

/** Key of global metadata, followed by the channel id; without one, for the installation. */
export const REVISIONS_KEY = 'sluice-revisions:';
export const revisionsKey = (channel: string) => REVISIONS_KEY + channel;

/** What one save has changed. */
export interface Revision {
  /** Milliseconds since 1970, by the clock of the writer. */
  at: number;
  /** The login, or '' if the core needs none. */
  by: string;
  entries: Readonly<Record<string, RevisedEntry>>;
  /** Paths of files that were replaced or deleted, and whose content is not kept. */
  lostFiles: readonly string[];
}

export interface RevisedEntry {
  /** Undefined if it was not stored. */
  before: unknown;
  /** `markOf` the value after the save. */
  after: string;
}

/** The newest revision comes first. */
export interface Revisions {
  list: readonly Revision[];
  /** The channel was deleted by the newest revision. */
  deleted: { name: string; at: number } | null;
}

/** Sorts keys, because cores do. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isGroup(value)) return value;
  const defined = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return defined.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, canonical(inner)]);
};

const withoutOrder = (value: unknown) => (isGroup(value) ? { ...value, order: undefined } : value);

/** Changes with the stored value of an entry, except for the order of a process. Absent: ''. */
export const markOf = (value: unknown): string =>
  value === undefined ? '' : hashOf(JSON.stringify(canonical(withoutOrder(value))));

const Change = z.object({ path: z.array(z.string()), before: z.optional(z.unknown()) });
const StoredEntry = z.object({
  after: z.string(),
  before: z.optional(z.unknown()),
  /** Instead of `before`: the differences to the value in the next newer revision. */
  changes: z.optional(z.array(Change)),
});
const StoredRevision = z.object({
  at: z.number(),
  by: z.string(),
  entries: z.record(z.string(), StoredEntry),
  lostFiles: z.catch(z.array(z.string()), []),
});
const StoredRevisions = z.object({
  version: z.literal(1),
  revisions: z.array(StoredRevision),
  deleted: z.catch(z.nullable(z.object({ name: z.string(), at: z.number() })), null),
});

const NONE: Revisions = { list: [], deleted: null };

/** Returns 'newer' for a later version, which must not be overwritten. Anything unreadable counts as no revisions. */
export function parseRevisions(raw: unknown): Revisions | 'newer' {
  const version = isGroup(raw) ? raw.version : undefined;
  if (typeof version === 'number' && version > 1) return 'newer';
  const stored = StoredRevisions.safeParse(raw).data;
  if (!stored) return NONE;
  const newer = new Map<string, unknown>();
  const list = stored.revisions.slice(0, REVISION_LIMITS.revisions).map(({ at, by, entries, lostFiles }): Revision => {
    const own = Object.entries(entries).map(([key, { before, changes, after }]) => {
      const value = (changes ?? []).reduce(
        (all, change) => withValueAt(all, change.path, change.before),
        changes ? newer.get(key) : before,
      );
      newer.set(key, value);
      return [key, { before: value, after }] as const;
    });
    return { at, by, entries: Object.fromEntries(own), lostFiles };
  });
  return { list, deleted: stored.deleted };
}

const Summary = z.object({
  revisions: z.array(z.looseObject({ at: z.number() })),
  deleted: StoredRevisions.shape.deleted,
});

/** Returns the time of the newest revision, 0 if there is none, without reading the others. */
export function summarizeRevisions(raw: unknown): { at: number; deleted: Revisions['deleted'] } {
  const { revisions = [], deleted = null } = Summary.safeParse(raw).data ?? {};
  return { at: revisions[0]?.at ?? 0, deleted };
}

type StoredForm = z.input<typeof StoredRevisions>;

/** Consecutive values of an entry differ little, so an older one is stored as its differences to the next newer one. */
function packed({ list, deleted }: Revisions): StoredForm {
  const newer = new Map<string, unknown>();
  const revisions = list.map(({ entries, lostFiles, ...revision }) => {
    const own = Object.entries(entries).map(([key, { before, after }]) => {
      const base = newer.get(key);
      newer.set(key, before);
      return [key, { after, ...(changesFrom(base, before) ?? { before }) }] as const;
    });
    return { ...revision, entries: Object.fromEntries(own), lostFiles: [...lostFiles] };
  });
  return { version: 1, revisions, deleted };
}

function changesFrom(base: unknown, value: unknown) {
  if (base === undefined || value === undefined) return null;
  const changes = differencesBetween(base, value).map(({ path, after }) => ({ path: [...path], before: after }));
  const isExact = sameJson(
    changes.reduce<unknown>((all, { path, before }) => withValueAt(all, path, before), base),
    value,
  );
  return isExact ? { changes } : null;
}

const sizeOf = (value: unknown) => JSON.stringify(value).length + 1;

/** Drops the oldest revisions beyond the limits. Returns null if even the newest one is too large. */
export function storeRevisions(revisions: Revisions): StoredForm | null {
  const body = packed({ ...revisions, list: revisions.list.slice(0, REVISION_LIMITS.revisions) });
  let size = sizeOf({ ...body, revisions: [] });
  // Later ones only depend on earlier ones, so that a beginning of the list is complete.
  const kept = body.revisions.filter((revision, i) => {
    size += sizeOf(revision);
    return size <= (i === 0 ? REVISION_LIMITS.single : REVISION_LIMITS.channel);
  });
  return kept.length > 0 ? { ...body, revisions: kept } : null;
}

/**
 * Returns the entries as they were before the revision at `index`. Undefined: not stored. A deleted process has the
 * order of its deletion.
 */
export function entriesBefore(list: readonly Revision[], index: number): StoredEntries {
  const found = new Map<string, unknown>();
  for (const { entries } of list.slice(0, index + 1))
    for (const [key, { before }] of Object.entries(entries)) found.set(key, withOrderOf(found.get(key), before));
  return Object.fromEntries(found);
}

const withOrderOf = (newer: unknown, older: unknown) =>
  isGroup(newer) && isGroup(older) && newer.order !== undefined && older.order === undefined
    ? { ...older, order: newer.order }
    : older;

/** Returns the keys of entries that were changed after their newest revision, by a program that records none. */
export const overtakenIn = (list: readonly Revision[], now: StoredEntries): string[] => {
  const newestFirst = list.flatMap(({ entries }) => Object.entries(entries));
  const newest = new Map(newestFirst.toReversed());
  return [...newest].flatMap(([key, { after }]) => (markOf(now[key]) === after ? [] : [key]));
};

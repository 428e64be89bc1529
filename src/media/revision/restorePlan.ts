import { ingestId } from '../../api/processIds.ts';
import {
  type CatalogLabels,
  type DifferenceRow,
  describeDifferences,
  type Phrase,
  subjectOf,
} from './describeDifferences.ts';
import { interruptedBy, type RestoreStep, restoreSteps } from './restoreSteps.ts';
import { entriesBefore, markOf, overtakenIn, type Revision } from './revisions.ts';
import { entryKey, type StoredEntries } from './storedEntries.ts';

/** The revisions of a channel, the newest first, and what is stored now. */
export interface ChannelHistory {
  channel: string;
  list: readonly Revision[];
  /** All processes of the channel, and all other entries of the revisions. */
  now: StoredEntries;
}

export interface RestorePlan {
  steps: readonly RestoreStep[];
  /** From now to the restored state. */
  rows: readonly DifferenceRow[];
  /** Entries that a program without revisions has changed since. Restoring overwrites that. */
  overtaken: readonly Phrase[];
  /** Running processes that are interrupted or end. */
  interrupted: readonly Phrase[];
  /** Later revisions, which restoring takes back as well. */
  later: readonly Revision[];
  /** Paths of files whose content is not restored. */
  lostFiles: readonly string[];
  /** `markOf` all entries that are written, as they are now. */
  marks: Readonly<Record<string, string>>;
}

/** How to restore the state before the revision at `index`. Null if the channel did not exist then. */
export function planRestore({ channel, list, now }: ChannelHistory, index: number, labels: CatalogLabels) {
  const wanted = entriesBefore(list, index);
  const ingest = entryKey('process', ingestId(channel));
  const isChannel = channel === '' || (Object.hasOwn(wanted, ingest) ? wanted : now)[ingest] !== undefined;
  const undone = list.slice(0, index + 1);
  if (!isChannel || undone.length === 0) return null;
  const steps = restoreSteps(channel, now, wanted);
  const keys = steps.map((step) =>
    step.kind === 'process' ? entryKey('process', step.id) : entryKey(step.kind, step.name),
  );
  const only = (entries: StoredEntries) => Object.fromEntries(keys.map((key) => [key, entries[key]]));
  const named = (key: string) => subjectOf(key, now[key] ?? wanted[key]);
  const plan: RestorePlan = {
    steps,
    rows: describeDifferences(only(now), only(wanted), labels),
    overtaken: overtakenIn(list, now)
      .filter((key) => keys.includes(key))
      .map(named),
    interrupted: interruptedBy(channel, steps, now).map((id) => named(entryKey('process', id))),
    later: list.slice(0, index),
    lostFiles: [...new Set(undone.flatMap(({ lostFiles }) => lostFiles))],
    marks: Object.fromEntries(keys.map((key) => [key, markOf(now[key])])),
  };
  return plan;
}

/** What the revision at `index` has changed, as far as later revisions and the present state show it. */
export function describeRevision({ list, now }: ChannelHistory, index: number, labels: CatalogLabels): DifferenceRow[] {
  const entries = list[index]?.entries ?? {};
  const newer = { ...now, ...(index > 0 ? entriesBefore(list, index - 1) : {}) };
  const keys = Object.keys(entries);
  return describeDifferences(
    Object.fromEntries(keys.map((key) => [key, entries[key]?.before])),
    Object.fromEntries(keys.map((key) => [key, newer[key]])),
    labels,
  );
}

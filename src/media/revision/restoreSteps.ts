import { ProcessConfig } from '../../api/answers/process.ts';
import {
  backupOf,
  channelOfIngest,
  ingestId,
  isEgress,
  renditionOf,
  temporaryProcessOf,
} from '../../api/processIds.ts';
import { bundlePathOf } from '../bundle/bundlePath.ts';
import { channelOfKey, movesWithInstallation } from '../bundle/globalKeys.ts';
import { processDiffers } from '../process/processDiffers.ts';
import { isGroup } from '../stored/storedSchemas.ts';
import { markOf } from './revisions.ts';
import { type EntryKind, entryOf, type ProcessEntry, type StoredEntries } from './storedEntries.ts';

/** One entry to change. A value that is undefined is deleted. */
export type RestoreStep =
  | { kind: 'process'; id: string; now: ProcessEntry | undefined; wanted: ProcessEntry | undefined }
  | { kind: Exclude<EntryKind, 'process'>; name: string; now: unknown; wanted: unknown };

const ORDER: readonly ((id: string) => boolean)[] = [
  (id) => channelOfIngest(id) !== null,
  (id) => channelOfIngest(id.replace(/_snapshot$/, '')) !== null,
  (id) => renditionOf(id) !== null,
  (id) => backupOf(id) !== null,
  isEgress,
];

/** Processes that only read others come last, and are deleted first. Their files and settings exist before them. */
function turnOf(step: RestoreStep): number {
  const isDeletion = step.wanted === undefined;
  if (step.kind !== 'process') return isDeletion ? 2 * ORDER.length + 2 : -1;
  const found = ORDER.findIndex((matches) => matches(step.id));
  const rank = found < 0 ? ORDER.length : found;
  return isDeletion ? 2 * ORDER.length + 1 - rank : rank;
}

/**
 * Returns the steps that lead to the wanted state, in their order. Values that a process of this channel cannot have,
 * which only another program can have stored, are omitted.
 */
export function restoreSteps(channel: string, now: StoredEntries, wanted: StoredEntries): RestoreStep[] {
  return Object.keys(wanted)
    .flatMap((key): RestoreStep[] => {
      const { kind, name } = entryOf(key) ?? {};
      if (kind === undefined || name === undefined || markOf(now[key]) === markOf(wanted[key])) return [];
      if (kind !== 'process')
        return isOwn(channel, kind, name, wanted[key]) ? [{ kind, name, now: now[key], wanted: wanted[key] }] : [];
      const after = processIn(channel, name, wanted[key]);
      if (temporaryProcessOf(name) !== null || (wanted[key] !== undefined && !after)) return [];
      return [{ kind, id: name, now: processIn(channel, name, now[key]), wanted: after }];
    })
    .toSorted((a, b) => turnOf(a) - turnOf(b));
}

function isOwn(channel: string, kind: 'setting' | 'file', name: string, value: unknown): boolean {
  if (kind === 'setting') return movesWithInstallation(name) && (channelOfKey(name) ?? '') === channel;
  const isText = typeof value === 'string' || value === undefined;
  return isText && channel === '' && bundlePathOf(name)?.kind === 'template';
}

function processIn(channel: string, id: string, value: unknown): ProcessEntry | undefined {
  if (!isGroup(value) || !isGroup(value.metadata)) return undefined;
  const config = ProcessConfig.safeParse(value.config).data;
  if (config?.id !== id || config.reference !== channel) return undefined;
  const order = value.order === 'start' || value.order === 'stop' ? value.order : undefined;
  return { config, metadata: value.metadata, order };
}

/** Ids of running processes that the steps interrupt or end. Publications reconnect when their channel restarts. */
export function interruptedBy(channel: string, steps: readonly RestoreStep[], now: StoredEntries): string[] {
  const changed = steps.flatMap((step) => {
    if (step.kind !== 'process' || step.now?.order !== 'start') return [];
    return !step.wanted || processDiffers(step.now.config, step.wanted.config) ? [step.id] : [];
  });
  if (!changed.includes(ingestId(channel))) return changed;
  const readers = Object.entries(now).flatMap(([key, value]) => {
    const { kind, name = '' } = entryOf(key) ?? {};
    const isRunning = kind === 'process' && processIn(channel, name, value)?.order === 'start';
    return isRunning && isEgress(name) ? [name] : [];
  });
  return [...new Set([...changed, ...readers])];
}

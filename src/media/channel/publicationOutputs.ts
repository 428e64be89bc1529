import { msg } from '../../i18n/msg.ts';
import type { OutputRole, SendingStatus } from '../verdict/verdictTypes.ts';
import type { Egresses } from './channel.ts';

/*
 * A publication has one process, or one for each of its two outputs; it goes by the id of the first.
 */

export const ROLES: Readonly<Record<OutputRole, string>> = { primary: msg('Primary'), backup: msg('Backup') };

/** Both by the other one: the ids of second outputs, also of those that somebody has deleted, and those of first ones. */
interface Pairs {
  backups: Readonly<Record<string, string>>;
  primaries: Readonly<Record<string, string>>;
}

/** Asked for many times a second. */
const known = new WeakMap<Egresses, Pairs>();

function pairsOf(egresses: Egresses): Pairs {
  const found = known.get(egresses) ?? pairsAmong(egresses);
  known.set(egresses, found);
  return found;
}

function pairsAmong(egresses: Egresses): Pairs {
  // Ids are read from stored data, and every object with a prototype has a "constructor".
  const backups: Record<string, string> = Object.create(null);
  const primaries: Record<string, string> = Object.create(null);
  for (const [id, { backup }] of Object.entries(egresses).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const free = backup !== undefined && backup !== id && !(backup in primaries);
    // A publication that has a backup cannot be one.
    if (!free || egresses[backup]?.backup !== undefined) continue;
    backups[id] = backup;
    primaries[backup] = id;
  }
  return { backups, primaries };
}

/** The process of its second output, there or not; null: it has none. */
export const backupOf = (egresses: Egresses, id: string): string | null => pairsOf(egresses).backups[id] ?? null;

/** The publication that a process belongs to, by the id of its first output. */
export const publicationIdOf = (egresses: Egresses, id: string): string => pairsOf(egresses).primaries[id] ?? id;

export const isBackup = (egresses: Egresses, id: string): boolean => id in pairsOf(egresses).primaries;

/** The processes of a publication that there are. */
export function outputIdsOf(egresses: Egresses, id: string): readonly string[] {
  const backup = backupOf(egresses, id);
  return backup !== null && Object.hasOwn(egresses, backup) ? [id, backup] : [id];
}

/** null: it has one output. */
export function roleOf(egresses: Egresses, id: string): OutputRole | null {
  if (isBackup(egresses, id)) return 'backup';
  return backupOf(egresses, id) === null ? null : 'primary';
}

/** The name of one output where it stands alone; in English unless somebody translates. */
export function outputName(egresses: Egresses, id: string, t: (text: string) => string = (text) => text): string {
  const role = roleOf(egresses, id);
  const { name = '' } = egresses[publicationIdOf(egresses, id)] ?? {};
  return role === null ? name : `${name} (${t(ROLES[role])})`;
}

/** Of a publication with two outputs; `lacks` is the one that does not send while the other does. */
export interface SendingOutputs {
  status: SendingStatus;
  lacks: OutputRole | null;
}

/** It is about to: no reason to worry. */
const COMING: readonly SendingStatus[] = ['live', 'kept', 'starting', 'waiting', 'idle', 'unknown'];

/** What is wrong stands before what goes on. */
const ORDER: readonly SendingStatus[] = [
  ...(['live', 'failing', 'stalled', 'kept', 'starting', 'waiting', 'idle', 'unknown', 'off'] as const),
];

/** @param backup null: its process is gone */
export function sendingOutputs(primary: SendingStatus, backup: SendingStatus | null): SendingOutputs {
  const second = backup ?? 'off';
  const status = ORDER.find((one) => one === primary || one === second) ?? 'unknown';
  if (status !== 'live') return { status, lacks: null };
  if (!COMING.includes(primary)) return { status, lacks: 'primary' };
  return { status, lacks: COMING.includes(second) ? null : 'backup' };
}

const { compare } = new Intl.Collator(undefined, { sensitivity: 'base' });

/**
 * Ids in the order of the panel: by name, equal names by id. A row keeps its place whatever becomes of it: a thumb over
 * one switch must not find another below it.
 */
export const publicationsInOrder = (egresses: Egresses): readonly string[] =>
  Object.entries(egresses)
    .filter(([id]) => !isBackup(egresses, id))
    .toSorted(([a, { name }], [b, other]) => compare(name, other.name) || a.localeCompare(b))
    .map(([id]) => id);

import { msg } from '../../i18n/msg.ts';
import type { OutputRole, SendingStatus } from '../verdict/verdictTypes.ts';
import type { Egresses } from './channel.ts';

/* The id of a publication is the process id of its first output. */

export const ROLES: Readonly<Record<OutputRole, string>> = { primary: msg('Primary'), backup: msg('Backup') };

/** Both by the id of the other output. `backups` includes deleted processes. */
interface Pairs {
  backups: Readonly<Record<string, string>>;
  primaries: Readonly<Record<string, string>>;
}

const cache = new WeakMap<Egresses, Pairs>();

function pairsOf(egresses: Egresses): Pairs {
  const found = cache.get(egresses) ?? pairsAmong(egresses);
  cache.set(egresses, found);
  return found;
}

function pairsAmong(egresses: Egresses): Pairs {
  // Ids are stored data, and a normal object has a "constructor".
  const backups: Record<string, string> = Object.create(null);
  const primaries: Record<string, string> = Object.create(null);
  for (const [id, { backup }] of Object.entries(egresses).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const free = backup !== undefined && backup !== id && !(backup in primaries);
    // A backup cannot have its own backup.
    if (!free || egresses[backup]?.backup !== undefined) continue;
    backups[id] = backup;
    primaries[backup] = id;
  }
  return { backups, primaries };
}

/** Returns the process id even if the process is gone; null without a second output. */
export const backupOf = (egresses: Egresses, id: string): string | null => pairsOf(egresses).backups[id] ?? null;

export const publicationIdOf = (egresses: Egresses, id: string): string => pairsOf(egresses).primaries[id] ?? id;

export const isBackup = (egresses: Egresses, id: string): boolean => id in pairsOf(egresses).primaries;

export function outputIdsOf(egresses: Egresses, id: string): readonly string[] {
  const backup = backupOf(egresses, id);
  return backup !== null && Object.hasOwn(egresses, backup) ? [id, backup] : [id];
}

/** Null for a publication with one output. */
export function roleOf(egresses: Egresses, id: string): OutputRole | null {
  if (isBackup(egresses, id)) return 'backup';
  return backupOf(egresses, id) === null ? null : 'primary';
}

export function outputName(egresses: Egresses, id: string, t: (text: string) => string = (text) => text): string {
  const role = roleOf(egresses, id);
  const { name = '' } = egresses[publicationIdOf(egresses, id)] ?? {};
  return role === null ? name : `${name} (${t(ROLES[role])})`;
}

export interface SendingOutputs {
  status: SendingStatus;
  lacks: OutputRole | null;
}

const COMING: readonly SendingStatus[] = ['live', 'kept', 'starting', 'waiting', 'idle', 'unknown'];

const ORDER: readonly SendingStatus[] = [
  ...(['live', 'failing', 'stalled', 'kept', 'starting', 'waiting', 'idle', 'unknown', 'off'] as const),
];

/** @param backup null if its process is gone */
export function sendingOutputs(primary: SendingStatus, backup: SendingStatus | null): SendingOutputs {
  const second = backup ?? 'off';
  const status = ORDER.find((status) => status === primary || status === second) ?? 'unknown';
  if (status !== 'live') return { status, lacks: null };
  if (!COMING.includes(primary)) return { status, lacks: 'primary' };
  return { status, lacks: COMING.includes(second) ? null : 'backup' };
}

const { compare } = new Intl.Collator(undefined, { sensitivity: 'base' });

/** Sorted by name, then id. Independent of the status, so a switch never moves under the pointer. */
export const publicationsInOrder = (egresses: Egresses): readonly string[] =>
  Object.entries(egresses)
    .filter(([id]) => !isBackup(egresses, id))
    .toSorted(([a, { name }], [b, other]) => compare(name, other.name) || a.localeCompare(b))
    .map(([id]) => id);

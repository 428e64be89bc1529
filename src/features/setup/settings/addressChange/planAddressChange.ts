import type { Config } from '../../../../api/answers/config.ts';
import { UNREAD } from '../../../../api/answers/fieldSchemas.ts';
import type { Process } from '../../../../api/answers/process.ts';
import { channelOfIngest, ingestId, METADATA_KEY, RENDITION_KEY, renditionOf } from '../../../../api/processIds.ts';
import type { Settings } from '../../../../catalog/form/fields.ts';
import {
  type CoreMove,
  encoderMovesOf,
  type Movable,
  type MovedProcess,
  movedProcess,
} from '../../../../media/address/moveProcess.ts';
import { serversOff, withoutServers } from '../../../../media/renditions/playlistWhenServerOff.ts';
import { parseEgressMetadata, parseIngestMetadata } from '../../../../media/stored/metadata.ts';
import { isGroup } from '../../../../media/stored/storedSchemas.ts';
import type { PlannedMove } from './slice.ts';

/** Merges a body as the core does: objects are merged, other values are replaced. */
export function configAfter<Stored extends object>(stored: Stored, body: Settings): Stored {
  const changed = Object.entries(body).map(([key, value]) => {
    const before: unknown = Reflect.get(stored, key);
    return [key, isGroup(before) && isGroup(value) ? configAfter(before, value) : value] as const;
  });
  return Object.assign({ ...stored }, Object.fromEntries(changed));
}

export function revertChange(body: Settings, config: Settings): Settings {
  const entries = Object.entries(body).map(([key, value]) => {
    const stored = config[key];
    return [key, isGroup(value) && isGroup(stored) ? revertChange(value, stored) : stored] as const;
  });
  return Object.fromEntries(entries);
}

const concerned = ({ address, tls, rtmp, srt, host, storage }: Config) =>
  JSON.stringify([address, tls, rtmp, srt, host.name, storage?.memory?.auth]);

/** Whether the change affects no address of the core. */
export const movesNothing = ({ before, after }: Pick<CoreMove, 'before' | 'after'>): boolean =>
  concerned(before) === concerned(after);

export interface MovablePublication {
  name: string;
  /** Key of its metadata. */
  key: string;
  before: Movable;
  after: MovedProcess;
}

export interface Plan extends PlannedMove {
  moving: readonly MovablePublication[];
}

const nameOf = (id: string, metadata: unknown) =>
  (channelOfIngest(id) ? parseIngestMetadata(metadata).meta.name : parseEgressMetadata(metadata).name) || id;

/** Moves renditions and their publications off a server that is switched off; renditions come first. */
function reroutedOf(processes: readonly Process[], move: CoreMove): MovablePublication[] {
  const off = serversOff(move.before, move.after);
  if (off.size === 0) return [];
  const storedOf = (id: string): Readonly<Record<string, unknown>> => {
    const found = processes.find((process) => process.id === id)?.metadata;
    return found && found !== UNREAD ? found : {};
  };
  const found = processes.flatMap(({ id, reference, config }): MovablePublication[] => {
    const key = renditionOf(id) ? RENDITION_KEY : METADATA_KEY;
    const stored = storedOf(id)[key];
    if (!config || config === UNREAD || !isGroup(stored)) return [];
    const before = movedProcess({ config, metadata: stored }, move);
    const now = { key, config: before?.config ?? config, metadata: before?.metadata ?? stored };
    const after = withoutServers(now, off, storedOf(ingestId(reference))[METADATA_KEY]);
    if (!after) return [];
    const name = typeof stored.name === 'string' ? stored.name : id;
    return [{ name, key, before: { config, metadata: stored }, after: { ...after, waits: before?.waits ?? false } }];
  });
  return found.toSorted((a, b) => Number(b.key === RENDITION_KEY) - Number(a.key === RENDITION_KEY));
}

/** Plans the move of processes and lists encoders to move by hand. Processes of other programs are ignored. */
export function planOf(processes: readonly Process[], move: CoreMove): Plan {
  const own = processes.filter(({ id }) => id.startsWith(`${METADATA_KEY}:`) || id === '');
  const readable = own.flatMap(({ id, config, metadata }) => {
    if (id === '' || !config || config === UNREAD || metadata === UNREAD) return [];
    return [{ config, metadata: metadata?.[METADATA_KEY] }];
  });
  const moving = readable.flatMap((before): MovablePublication[] => {
    const after = movedProcess(before, move);
    return after ? [{ name: nameOf(before.config.id, before.metadata), key: METADATA_KEY, before, after }] : [];
  });
  const rerouted = reroutedOf(processes, move);
  const moved = [
    ...rerouted,
    ...moving.filter(({ before }) => rerouted.every(({ before: { config } }) => config.id !== before.config.id)),
  ];
  const unread = own.filter(({ id }) => !readable.some(({ config }) => config.id === id)).map(({ id }) => id || '?');
  return {
    moving: moved,
    encoders: readable.flatMap((process) => encoderMovesOf(process, move)),
    // Processes with an encoder to move are listed there and not as followers.
    followers: moved.filter(({ before }) => encoderMovesOf(before, move).length === 0).map(({ name }) => name),
    unread,
    atOnce: moved.some(({ after }) => after.waits),
  };
}

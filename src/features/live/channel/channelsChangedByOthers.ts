import { UNREAD } from '../../../api/answers/fieldSchemas.ts';
import type { Process } from '../../../api/answers/process.ts';
import { METADATA_KEY } from '../../../api/processIds.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { channelsOf } from './discoverChannels.ts';
import type { Channel } from './slice.ts';

/** What others have made of the channels that we know. */
export interface ChannelComparison {
  /** The same object where nothing is new. */
  list: readonly Channel[];
  /** Deleted by others. */
  gone: readonly Channel[];
}

/** What is missed among answers of which some cannot be read need not be gone. */
export function channelsChangedByOthers(known: readonly Channel[], processes: readonly Process[]): ChannelComparison {
  const unread = processes.some(({ id }) => id === '');
  const found = channelsOf(processes, known).map((channel) => {
    const before = known.find(({ id }) => id === channel.id);
    if (!unread || !before) return channel;
    const renditions = { ...before.renditions, ...channel.renditions };
    return {
      ...channel,
      egresses: { ...before.egresses, ...channel.egresses },
      ...(Object.keys(renditions).length > 0 ? { renditions } : {}),
    };
  });
  const missed = known.filter(({ id }) => found.every((channel) => channel.id !== id));
  // What is being set up here is on no core yet.
  const list = [...found, ...missed.filter(({ available }) => unread || !available)];
  const byId = (channels: readonly Channel[]) => Object.fromEntries(channels.map((channel) => [channel.id, channel]));
  return {
    list: sameJson(byId(list), byId(known)) ? known : list,
    gone: unread ? [] : missed.filter(({ available }) => available),
  };
}

/** What we stored with each process, by its id. */
export type StoredById = ReadonlyMap<string, unknown>;

export const storedById = (processes: readonly Process[]): StoredById =>
  new Map(
    processes.flatMap(({ id, metadata }) =>
      id === '' || metadata === UNREAD ? [] : [[id, metadata?.[METADATA_KEY]] as const],
    ),
  );

/** The processes with which something else is stored now, or that came or went. */
export const changedIds = (before: StoredById, now: StoredById): string[] =>
  [...new Set([...before.keys(), ...now.keys()])].filter(
    (id) => before.has(id) !== now.has(id) || !sameJson(before.get(id), now.get(id)),
  );

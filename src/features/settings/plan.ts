import type { Config } from '../../api/answers/config.ts';
import { UNREAD } from '../../api/answers/fields.ts';
import type { Process } from '../../api/answers/process.ts';
import { channelOfIngest, METADATA_KEY } from '../../api/ids.ts';
import type { Settings } from '../../catalog/fields.ts';
import { parseEgressMetadata, parseIngestMetadata } from '../../media/metadata.ts';
import { type CoreMove, encodersOf, type Movable, type MovedProcess, movedProcess } from '../../media/moveProcess.ts';
import { isGroup } from '../../media/stored.ts';
import type { PlannedMove } from './encoders.ts';

/** What a core makes of a body: objects are merged into what it has, all else takes its place. */
export function configAfter<Stored extends object>(stored: Stored, body: Settings): Stored {
  const changed = Object.entries(body).map(([key, value]) => {
    const before: unknown = Reflect.get(stored, key);
    return [key, isGroup(before) && isGroup(value) ? configAfter(before, value) : value] as const;
  });
  return Object.assign({ ...stored }, Object.fromEntries(changed));
}

/** The body that takes a change back. */
export function reverted(body: Settings, config: Settings): Settings {
  const entries = Object.entries(body).map(([key, value]) => {
    const stored = config[key];
    return [key, isGroup(value) && isGroup(stored) ? reverted(value, stored) : stored] as const;
  });
  return Object.fromEntries(entries);
}

const concerned = ({ address, tls, rtmp, srt, host, storage }: Config) =>
  JSON.stringify([address, tls, rtmp, srt, host.name, storage?.memory?.auth]);

/** Nothing in it tells anybody the way to the core. */
export const movesNothing = ({ before, after }: Pick<CoreMove, 'before' | 'after'>): boolean =>
  concerned(before) === concerned(after);

export interface Follower {
  name: string;
  before: Movable;
  after: MovedProcess;
}

export interface Plan extends PlannedMove {
  moving: readonly Follower[];
}

const nameOf = (id: string, metadata: unknown) =>
  (channelOfIngest(id) ? parseIngestMetadata(metadata).meta.name : parseEgressMetadata(metadata).name) || id;

/** What of ours follows, and who must be told; what other programs have on the core is theirs. */
export function planOf(processes: readonly Process[], move: CoreMove): Plan {
  const ours = processes.filter(({ id }) => id.startsWith(`${METADATA_KEY}:`) || id === '');
  const readable = ours.flatMap(({ id, config, metadata }) => {
    if (id === '' || !config || config === UNREAD || metadata === UNREAD) return [];
    return [{ config, metadata: metadata?.[METADATA_KEY] }];
  });
  const moving = readable.flatMap((before): Follower[] => {
    const after = movedProcess(before, move);
    return after ? [{ name: nameOf(before.config.id, before.metadata), before, after }] : [];
  });
  const unread = ours.filter(({ id }) => !readable.some(({ config }) => config.id === id)).map(({ id }) => id || '?');
  return {
    moving,
    encoders: readable.flatMap((one) => encodersOf(one, move)),
    // One that waits for its encoder does not follow by itself: it is said once, and as it is.
    followers: moving.filter(({ before }) => encodersOf(before, move).length === 0).map(({ name }) => name),
    unread,
    atOnce: moving.some(({ after }) => after.waits),
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '../src/api/client.ts';
import { edgeStatus } from '../src/api/edgeStatus.ts';
import type { Channel } from '../src/media/channel/channel.ts';
import { audienceOf, sessionCollectors } from '../src/media/coreInfo/sessions.ts';
import { edgeAudienceOf, edgeStatusAddress } from '../src/media/edge/edgeAudience.ts';

/** As often as the interface asks for one channel, in one question for all. */
const EVERY_MS = 10_000;
/** An answer that is older says nothing of now. */
const HOLDS_MS = 25_000;
/** Of all channels together. */
const MOST_EDGES = 40;

interface ViewersOptions {
  core: Pick<Core, 'config' | 'sessionsActive'>;
  channels: () => readonly Pick<Channel, 'id' | 'delivery'>[];
  /** What an edge tells of itself; rejects when it tells nothing. */
  ask?: (address: string) => Promise<unknown>;
  /** Steady milliseconds. */
  now?: () => number;
}

/** How many watch each channel, by its id: only what is known. */
export type Viewers = ReadonlyMap<string, number>;

const NOBODY_KNOWN: Viewers = new Map();

/** Counts as the interface does: at the edges where a channel has some, as the core sees them and not the viewers. */
export function createViewerWatch({ core, channels, ask = edgeStatus, now = () => performance.now() }: ViewersOptions) {
  let collectors: string | null = null;
  let known = NOBODY_KNOWN;
  let knownAt = Number.NEGATIVE_INFINITY;

  async function countAtCore(): Promise<Viewers> {
    try {
      collectors ??= sessionCollectors((await core.config()).config);
      const sessions = await core.sessionsActive({ collectors });
      return new Map(channels().map(({ id }) => [id, audienceOf(sessions, id).viewers]));
    } catch {
      // It may be another core by now.
      collectors = null;
      return NOBODY_KNOWN;
    }
  }

  async function countAtEdges(): Promise<Viewers> {
    const edges = new Set(channels().flatMap(({ delivery }) => delivery?.edges ?? []));
    const asked = await Promise.all(
      [...edges].slice(0, MOST_EDGES).map(async (edge) => {
        return [edge, await ask(edgeStatusAddress(edge)).catch(() => null)] as const;
      }),
    );
    const told = new Map(asked);
    return new Map(
      channels().flatMap(({ id, delivery }): [string, number][] => {
        const { viewers, answered } = edgeAudienceOf(
          (delivery?.edges ?? []).map((edge) => told.get(edge)),
          id,
        );
        return answered === 0 ? [] : [[id, viewers]];
      }),
    );
  }

  async function read() {
    const [atCore, atEdges] = await Promise.all([countAtCore(), countAtEdges()]);
    const here = channels().filter(({ delivery }) => (delivery?.edges ?? []).length === 0);
    known = new Map([...here.flatMap(({ id }) => pairOf(id, atCore.get(id))), ...atEdges]);
    knownAt = now();
  }

  return {
    latest: (): Viewers => (now() - knownAt <= HOLDS_MS ? known : NOBODY_KNOWN),
    read,
    /** Asks on, until nobody needs it any more. */
    async run(isActing: () => boolean, leave: AbortSignal): Promise<void> {
      while (!leave.aborted) {
        // No channel, nobody to ask for.
        if (isActing() && channels().length > 0) await read().catch(() => undefined);
        await sleep(EVERY_MS, undefined, { signal: leave }).catch(() => undefined);
      }
    },
  };
}

const pairOf = (id: string, count: number | undefined): [string, number][] =>
  count === undefined ? [] : [[id, count]];

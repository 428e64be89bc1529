import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '../src/api/client.ts';
import { edgeStatus } from '../src/api/edgeStatus.ts';
import type { Channel } from '../src/media/channel/channel.ts';
import { audienceOf, sessionCollectors } from '../src/media/coreInfo/sessions.ts';
import { edgeAudienceOf, edgeStatusAddress } from '../src/media/edge/edgeAudience.ts';

/** The interface's interval for a single channel. */
const EVERY_MS = 10_000;
/** Older results are dropped. */
const HOLDS_MS = 25_000;
const MAX_EDGES = 40;

interface ViewersOptions {
  core: Pick<Core, 'config' | 'sessionsActive'>;
  channels: () => readonly Pick<Channel, 'id' | 'delivery'>[];
  ask?: (address: string) => Promise<unknown>;
  now?: () => number;
}

/** Viewers by channel id, without unknown ones. */
export type Viewers = ReadonlyMap<string, number>;

const NOBODY_KNOWN: Viewers = new Map();

/** Counts like the interface: at the edges of a channel if it has some, with their addresses for the core. */
export function createViewerWatch({ core, channels, ask = edgeStatus, now = () => performance.now() }: ViewersOptions) {
  let collectors: string | null = null;
  let latest = NOBODY_KNOWN;
  let knownAt = Number.NEGATIVE_INFINITY;

  async function countAtCore(): Promise<Viewers> {
    try {
      collectors ??= sessionCollectors((await core.config()).config);
      const sessions = await core.sessionsActive({ collectors });
      return new Map(channels().map(({ id }) => [id, audienceOf(sessions, id).viewers]));
    } catch {
      // The core may have been replaced by another version.
      collectors = null;
      return NOBODY_KNOWN;
    }
  }

  async function countAtEdges(): Promise<Viewers> {
    const edges = new Set(channels().flatMap(({ delivery }) => delivery?.edges ?? []));
    const answers = await Promise.all(
      [...edges].slice(0, MAX_EDGES).map(async (edge) => {
        return [edge, await ask(edgeStatusAddress(edge)).catch(() => null)] as const;
      }),
    );
    const answerOf = new Map(answers);
    return new Map(
      channels().flatMap(({ id, delivery }): [string, number][] => {
        const { viewers, answered } = edgeAudienceOf(
          (delivery?.edges ?? []).map((edge) => answerOf.get(edge)),
          id,
        );
        return answered === 0 ? [] : [[id, viewers]];
      }),
    );
  }

  async function read() {
    const [atCore, atEdges] = await Promise.all([countAtCore(), countAtEdges()]);
    const withoutEdges = channels().filter(({ delivery }) => (delivery?.edges ?? []).length === 0);
    latest = new Map([...withoutEdges.flatMap(({ id }) => pairOf(id, atCore.get(id))), ...atEdges]);
    knownAt = now();
  }

  return {
    latest: (): Viewers => (now() - knownAt <= HOLDS_MS ? latest : NOBODY_KNOWN),
    read,
    async run(isActing: () => boolean, leave: AbortSignal): Promise<void> {
      while (!leave.aborted) {
        if (isActing() && channels().length > 0) await read().catch(() => undefined);
        await sleep(EVERY_MS, undefined, { signal: leave }).catch(() => undefined);
      }
    },
  };
}

const pairOf = (id: string, count: number | undefined): [string, number][] =>
  count === undefined ? [] : [[id, count]];

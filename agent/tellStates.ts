import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel } from '../src/media/channel/channel.ts';
import { boundedLine } from '../src/media/incident/boundedLine.ts';
import { addObservation, lastOf, nothingHeld, type Observation } from '../src/media/timeline/addObservation.ts';
import { type Episode, type History, noHistory, SAME_MS, type Status } from '../src/media/timeline/event.ts';

/** How a subject of a channel is from now on; see `journalHistory`. */
export interface StateEvent {
  event: 'state';
  /** Absent: it is about the core. */
  channel?: string;
  /** `source`, `core`, or the id of a publication. */
  of: string;
  status: Status;
  /** For so long it has been so already. */
  forMs: number;
  cause: string | null;
  /** Of the publication. */
  name: string;
}

const LOOK_EVERY_MS = 2000;
/** What changes all the time must not push out of the journal what happened to others. */
const MOST_AT_ONCE = 30;
const ONE_MORE_MS = 60_000;
const MOST_SUBJECTS = 2000;

interface StatesOptions {
  tell: (event: StateEvent) => void;
  /** ms, of a clock that only goes on. */
  now: () => number;
}

interface StateMark {
  status: Status;
  at: number;
  cause: string | null;
  /** When each was told, as far as it counts (ms). */
  times: readonly number[];
}

/** What counts as a change is what counts in the timeline of the interface. */
export function createStateTeller({ tell, now }: StatesOptions) {
  let pages = new Map<string, { history: History; held: typeof nothingHeld }>();
  let told = new Map<string, StateMark>();
  let isCoreGone = false;

  function tellOnce(channel: Channel, of: string, episode: Episode) {
    const key = `${channel.id} ${of}`;
    const before = told.get(key);
    const isNew = before?.status !== episode.status || episode.at - before.at > SAME_MS;
    const isExplained = episode.cause !== null && episode.cause !== before?.cause;
    if (!isNew && !isExplained) return;
    const at = now();
    const times = (before?.times ?? []).filter((time) => at - time < MOST_AT_ONCE * ONE_MORE_MS);
    const isTooOften = times.length >= MOST_AT_ONCE && at - (times.at(-1) ?? 0) < ONE_MORE_MS;
    if (isTooOften || (before === undefined && told.size >= MOST_SUBJECTS)) return;
    const { status, cause } = episode;
    told.set(key, { status, at: episode.at, cause, times: [...times, at].slice(-MOST_AT_ONCE) });
    tell({
      ...{ event: 'state', channel: channel.id, of, status, cause },
      forMs: Math.max(0, Math.round(at - episode.at)),
      name: boundedLine(channel.egresses[of]?.name ?? ''),
    });
  }

  return {
    look(channels: readonly Channel[], observations: readonly (readonly [string, Observation])[]) {
      const seen = new Map(observations);
      const next = new Map(pages);
      for (const channel of channels) {
        const observation = seen.get(channel.id);
        if (observation === undefined) continue;
        const page = pages.get(channel.id) ?? { history: noHistory, held: nothingHeld };
        const after = addObservation(page.history, page.held, observation);
        const last = Object.keys(observation.stands).flatMap((of) => lastOf(after.history.events, of) ?? []);
        for (const episode of last) tellOnce(channel, episode.of, episode);
        // Nothing before the last is asked about any more.
        const watched = after.history.watched.slice(-1);
        next.set(channel.id, { history: { ...after.history, events: last, watched }, held: after.held });
      }
      const there = new Set(channels.map(({ id }) => id));
      pages = new Map([...next].filter(([id]) => there.has(id)));
      const subjects = new Set(
        channels.flatMap(({ id, egresses }) => [`${id} source`, ...Object.keys(egresses).map((of) => `${id} ${of}`)]),
      );
      told = new Map([...told].filter(([key]) => subjects.has(key)));
    },
    lookAtCore(status: 'alive' | 'lost' | 'unclear', silentMs: number) {
      if (status === 'unclear' || isCoreGone === (status === 'lost')) return;
      isCoreGone = status === 'lost';
      const [is, forMs] = isCoreGone ? (['gone', silentMs] as const) : (['live', 0] as const);
      tell({ event: 'state', of: 'core', status: is, forMs: Math.round(forMs), cause: null, name: '' });
    },
  };
}

/** Looks on, until nobody needs it any more. Never rejects. */
export async function keepLooking(look: () => void, leave: AbortSignal): Promise<void> {
  while (!leave.aborted) {
    try {
      look();
    } catch {
      // What happened is only told; it must not end what does it.
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal: leave }).catch(() => undefined);
  }
}

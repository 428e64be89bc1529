import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel } from '../src/media/channel/channel.ts';
import { boundedLine } from '../src/media/incident/boundedLine.ts';
import { addObservation, lastOf, nothingHeld, type Observation } from '../src/media/timeline/addObservation.ts';
import { type Episode, type History, noHistory, SAME_MS, type Status } from '../src/media/timeline/event.ts';

/** State of a subject from now on; see `journalHistory`. */
export interface StateEvent {
  event: 'state';
  channel?: string;
  /** `source`, `core`, or the id of a publication. */
  of: string;
  status: Status;
  /** Milliseconds since the state began. */
  forMs: number;
  cause: string | null;
  name: string;
}

const POLL_INTERVAL_MS = 2000;
/** Rate limit, so that a flapping channel does not push other events out of the journal. */
const MAX_AT_ONCE = 30;
const ONE_MORE_MS = 60_000;
const MAX_SUBJECTS = 2000;

interface StatesOptions {
  tell: (event: StateEvent) => void;
  /** Monotonic clock, in milliseconds. */
  now: () => number;
}

interface StateMark {
  status: Status;
  at: number;
  cause: string | null;
  /** Times of the recorded states that count towards the rate limit, in milliseconds. */
  times: readonly number[];
}

/** Uses the rules of the interface's timeline for what counts as a change. */
export function createStateTeller({ tell, now }: StatesOptions) {
  let pages = new Map<string, { history: History; held: typeof nothingHeld }>();
  let marks = new Map<string, StateMark>();
  let isCoreGone = false;

  function tellOnce(channel: Channel, subject: string, episode: Episode) {
    const key = `${channel.id} ${subject}`;
    const before = marks.get(key);
    const isNew = before?.status !== episode.status || episode.at - before.at > SAME_MS;
    const isExplained = episode.cause !== null && episode.cause !== before?.cause;
    if (!isNew && !isExplained) return;
    const at = now();
    const times = (before?.times ?? []).filter((time) => at - time < MAX_AT_ONCE * ONE_MORE_MS);
    const isTooOften = times.length >= MAX_AT_ONCE && at - (times.at(-1) ?? 0) < ONE_MORE_MS;
    if (isTooOften || (before === undefined && marks.size >= MAX_SUBJECTS)) return;
    const { status, cause } = episode;
    marks.set(key, { status, at: episode.at, cause, times: [...times, at].slice(-MAX_AT_ONCE) });
    tell({
      ...{ event: 'state', channel: channel.id, of: subject, status, cause },
      forMs: Math.max(0, Math.round(at - episode.at)),
      name: boundedLine(channel.egresses[subject]?.name ?? ''),
    });
  }

  return {
    look(channels: readonly Channel[], observations: readonly (readonly [string, Observation])[]) {
      const byChannel = new Map(observations);
      const next = new Map(pages);
      for (const channel of channels) {
        const observation = byChannel.get(channel.id);
        if (observation === undefined) continue;
        const page = pages.get(channel.id) ?? { history: noHistory, held: nothingHeld };
        const after = addObservation(page.history, page.held, observation);
        const last = Object.keys(observation.stands).flatMap((subject) => lastOf(after.history.events, subject) ?? []);
        for (const episode of last) tellOnce(channel, episode.of, episode);
        // Earlier watched times are never read again.
        const watched = after.history.watched.slice(-1);
        next.set(channel.id, { history: { ...after.history, events: last, watched }, held: after.held });
      }
      const existingIds = new Set(channels.map(({ id }) => id));
      pages = new Map([...next].filter(([id]) => existingIds.has(id)));
      const subjects = new Set(
        channels.flatMap(({ id, egresses }) => [
          `${id} source`,
          ...Object.keys(egresses).map((egress) => `${id} ${egress}`),
        ]),
      );
      marks = new Map([...marks].filter(([key]) => subjects.has(key)));
    },
    lookAtCore(status: 'alive' | 'lost' | 'unclear', silentMs: number) {
      if (status === 'unclear' || isCoreGone === (status === 'lost')) return;
      isCoreGone = status === 'lost';
      const [coreStatus, forMs] = isCoreGone ? (['gone', silentMs] as const) : (['live', 0] as const);
      tell({ event: 'state', of: 'core', status: coreStatus, forMs: Math.round(forMs), cause: null, name: '' });
    },
  };
}

export async function keepLooking(checkStates: () => void, leave: AbortSignal): Promise<void> {
  while (!leave.aborted) {
    try {
      checkStates();
    } catch {
      // A failure to record must not stop the agent.
    }
    await sleep(POLL_INTERVAL_MS, undefined, { signal: leave }).catch(() => undefined);
  }
}

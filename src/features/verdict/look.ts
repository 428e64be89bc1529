import { flowingSeconds } from '../../media/flow.ts';
import { isWithoutSource, type Look } from '../../media/look.ts';
import type { Sending } from '../../media/verdict/situation.ts';
import { type Verdict, verdictOf } from '../../media/verdict/verdict.ts';
import { sightIn } from '../ingest/selectors.ts';
import { isAvailable } from '../overview/current.ts';
import type { WithOverview } from '../overview/slice.ts';
import { recentCpuIn, steadyCpuIn } from '../resource/slice.ts';
import { publicationsIn, sendingIn, type VerdictSeen, verdictIn } from './selectors.ts';
import { type Short, shortOf } from './short.ts';

export type LooksSeen = VerdictSeen & WithOverview;

/** It is looked at every three seconds, or every six: until then what was seen is what is so. */
const FRESH_MS = 12_000;

const isLive = ({ connection }: LooksSeen) => connection.status !== 'lost';

/** In a hidden tab nobody watches closely, and somebody may still look. */
const AHEAD_MS = 3000;

/** It is on the screen with all there is to know. */
const isWatched = ({ ingest: { channel: watched, ingest }, overview }: LooksSeen, channel: string) =>
  watched === channel &&
  ingest.status === 'present' &&
  (overview.looks[channel]?.seenAt ?? 0) - ingest.seenAt < AHEAD_MS;

const lookIn = ({ overview }: LooksSeen, channel: string): Look | null => overview.looks[channel] ?? null;

function lookedPublications(state: LooksSeen, channel: string, look: Look): Sending[] {
  const waiting = isWithoutSource(look.ingest);
  const resuming = look.ingest?.progress.status === 'connecting' ? flowingSeconds(look.ingest.flow) : null;
  return sendingIn(state, channel, (id) => {
    const { progress = null, failure = null, flow = null } = look.egresses[id] ?? {};
    return { progress, failure, flow, waiting, resuming, asked: null, refused: null };
  });
}

/** How the publications of any channel are, closely watched or not. */
export function sendingOfChannel(state: LooksSeen, channel: string): Sending[] {
  if (isWatched(state, channel)) return publicationsIn(state);
  const look = lookIn(state, channel);
  return look ? lookedPublications(state, channel, look) : [];
}

function lookedVerdict(state: LooksSeen, channel: string, look: Look, now: number): Verdict {
  const situation = {
    now: now - look.seenAt < FRESH_MS ? look.seenAt : now,
    alive: isLive(state),
    unread: false,
    seenAt: look.seenAt,
    asked: null,
    progress: look.ingest?.progress ?? null,
    failure: look.ingest?.failure ?? null,
    flow: look.ingest?.flow ?? null,
    sender: null,
    received: null,
    missingSince: null,
    stored: null,
    keyframes: null,
    publications: lookedPublications(state, channel, look),
    blackSince: null,
    frozenSince: null,
    silentSince: null,
    cpu: steadyCpuIn(state),
    cpuLately: recentCpuIn(state),
    memory: null,
  };
  const verdict = verdictOf(situation);
  // The machine is full for all of them: that is no word about this one.
  return verdict.kind === 'full' ? verdictOf({ ...situation, cpu: null }) : verdict;
}

/** Of any channel: closely where somebody watches it, else as it was seen in passing; null: nobody has looked yet. */
export function channelVerdictIn(state: LooksSeen, channel: string, now: number): Verdict | null {
  if (isWatched(state, channel)) return verdictIn(state, now);
  const look = lookIn(state, channel);
  return look?.ingest ? lookedVerdict(state, channel, look, now) : null;
}

/** The same in short; null: not known. */
export function channelShortIn(state: LooksSeen, channel: string): Short | null {
  if (!isLive(state)) return null;
  const now = Date.now();
  if (isWatched(state, channel)) return shortOf(verdictIn(state, now), sightIn(state));
  const look = lookIn(state, channel);
  // Never set up: there is nothing to be seen.
  if (!isAvailable(state, channel)) return OFF;
  if (!look) return null;
  if (!look.ingest) return OFF;
  const isFresh = now - look.seenAt < FRESH_MS;
  const control = { progress: isFresh ? look.ingest.progress : null, asked: null, failure: look.ingest.failure };
  return shortOf(lookedVerdict(state, channel, look, now), control);
}

const OFF: Short = { state: 'disconnected', problems: 0 };
const UNKNOWN: Short = { state: 'unknown', problems: 0 };

/** The selected channel in short, on every screen. */
export const shortIn = (state: LooksSeen): Short => {
  const { current } = state.channel;
  return (current === null ? null : channelShortIn(state, current)) ?? UNKNOWN;
};

import { fieldTargetOf } from '../../../media/diagnosis/processFailure.ts';
import { isOldInPassing } from '../../../media/run/statusAge.ts';
import { flowingSeconds } from '../../../media/run/throughput.ts';
import { type ChannelStatus, isWithoutSource } from '../../../media/status/channelStatus.ts';
import type { PublicationFact, Situation } from '../../../media/verdict/verdictTypes.ts';
import type { WithConnection } from '../../gate/connection/slice.ts';
import { recentCpuIn, steadyCpuIn, type WithResources } from '../../shared/resource/slice.ts';
import type { WithChannels } from '../channel/slice.ts';
import { missingSinceIn, seenAtIn, sightIn, storedIn, unreadIn } from '../ingest/selectors.ts';
import { type PublicationState, refusedWords, sendingOf } from '../publication/publicationState.ts';
import { orderedIds, publicationOf, publicationStateOf, type WithPublicationList } from '../publication/selectors.ts';
import { sourceIn } from '../status/selectors.ts';
import { blackSinceIn, farKeyframesIn, frozenSinceIn, silentSinceIn } from '../streamInspector/selectors.ts';
import type { WithInspector } from '../streamInspector/slice.ts';

export type FactsState = WithPublicationList & WithConnection & WithResources & WithInspector;

/** In a hidden tab nothing watches closely, and the alarm may still look. */
const AHEAD_MS = 3000;

export const isFresh = ({ seenAt }: ChannelStatus, now: number): boolean => !isOldInPassing(seenAt, now);

/** It is on the screen with all there is to know. */
export const isWatched = (state: FactsState, channel: string): boolean => {
  const { watched, watchedAt, channels } = state.status;
  return (
    watched === channel &&
    watchedAt !== null &&
    sourceIn(state) !== null &&
    (channels[channel]?.seenAt ?? 0) - watchedAt < AHEAD_MS
  );
};

/** In the order of the panel, as far as `stateOf` knows how they are. */
const sendingAmong = (
  state: WithChannels,
  channel: string,
  stateOf: (id: string) => PublicationState,
): PublicationFact[] =>
  orderedIds(state, channel).map((id) => {
    const publication = stateOf(id);
    const { refused, failure } = publication;
    return {
      id,
      name: publicationOf(state, channel, id)?.name ?? '',
      status: sendingOf(publication),
      words: refused === null ? (failure?.words ?? null) : refusedWords,
      to: refused === null && failure ? fieldTargetOf(failure) : null,
      since: failure?.since ?? failure?.at ?? null,
    };
  });

function passingStateOf(look: ChannelStatus, id: string): PublicationState {
  const { progress = null, failure = null, flow = null } = look.egresses[id] ?? {};
  const resuming = look.ingest?.progress.status === 'connecting' ? flowingSeconds(look.ingest.flow) : null;
  return { progress, failure, flow, waiting: isWithoutSource(look.ingest), resuming, asked: null, refused: null };
}

/** How the publications of any channel are, closely watched or not. */
export function sendingOfChannel(state: FactsState, channel: string): PublicationFact[] {
  if (isWatched(state, channel)) return sendingAmong(state, channel, (id) => publicationStateOf(state, id));
  const look = state.status.channels[channel];
  return look ? sendingAmong(state, channel, (id) => passingStateOf(look, id)) : [];
}

/** Only a close watch tells this. */
const UNWATCHED = {
  ...{ unread: false, asked: null, sender: null, received: null, missingSince: null, stored: null, keyframes: null },
  // The machine is full for all channels: that is no word about this one.
  ...{ blackSince: null, frozenSince: null, silentSince: null, cpu: null, memory: null },
} as const;

/** Before anything is known. */
export const NO_FACTS: Situation = {
  ...UNWATCHED,
  ...{
    now: 0,
    alive: true,
    seenAt: null,
    progress: null,
    failure: null,
    flow: null,
    publications: [],
    cpuLately: null,
  },
};

const watchedFacts = (state: FactsState, channel: string, now: number): Situation => ({
  ...sightIn(state),
  now,
  alive: state.connection.status !== 'lost',
  unread: unreadIn(state) !== null,
  // What was so before the core was away is old, and the core is not slow for it.
  seenAt: state.status.aged === 'lost' && state.connection.status !== 'lost' ? null : seenAtIn(state),
  flow: sourceIn(state)?.flow ?? null,
  stored: storedIn(state, now),
  sender: state.ingest.sender,
  received: state.ingest.received,
  missingSince: missingSinceIn(state),
  publications: sendingAmong(state, channel, (id) => publicationStateOf(state, id)),
  blackSince: blackSinceIn(state),
  frozenSince: frozenSinceIn(state),
  silentSince: silentSinceIn(state, now),
  keyframes: farKeyframesIn(state, now),
  cpu: steadyCpuIn(state),
  cpuLately: recentCpuIn(state),
  memory: state.resource?.memory.percent ?? null,
});

const passingFacts = (state: FactsState, channel: string, look: ChannelStatus, now: number): Situation => ({
  ...UNWATCHED,
  now: isFresh(look, now) ? look.seenAt : now,
  alive: state.connection.status !== 'lost',
  seenAt: look.seenAt,
  progress: look.ingest?.progress ?? null,
  failure: look.ingest?.failure ?? null,
  flow: look.ingest?.flow ?? null,
  publications: sendingAmong(state, channel, (id) => passingStateOf(look, id)),
  cpuLately: recentCpuIn(state),
});

/**
 * All that is known of a channel, on the screen or seen in passing: verdict, header, list, multiview, alarm and timeline
 * are made of this. A new object each time; `now` (ms) says how old it is. null: nothing has been asked of it yet.
 */
export function factsOf(state: FactsState, channel: string, now: number): Situation | null {
  if (isWatched(state, channel)) return watchedFacts(state, channel, now);
  const look = state.status.channels[channel];
  const isOnScreen = state.status.watched === channel;
  if (look?.ingest && (isFresh(look, now) || !isOnScreen)) return passingFacts(state, channel, look, now);
  return isOnScreen ? watchedFacts(state, channel, now) : null;
}

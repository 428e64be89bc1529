import { fieldTargetOf } from '../../../media/diagnosis/processFailure.ts';
import { isOldInPassing } from '../../../media/run/statusAge.ts';
import { flowingSeconds } from '../../../media/run/throughput.ts';
import { type ChannelStatus, isWithoutSource } from '../../../media/status/channelStatus.ts';
import { type Verdict, verdictOf } from '../../../media/verdict/verdict.ts';
import type { PublicationFact, Situation } from '../../../media/verdict/verdictTypes.ts';
import type { WithConnection } from '../../gate/connection/slice.ts';
import { recentCpuIn, steadyCpuIn, type WithResources } from '../../shared/resource/slice.ts';
import type { WithChannels } from '../channel/slice.ts';
import { missingSinceIn, seenAtIn, sightIn, storedIn, unreadIn } from '../ingest/selectors.ts';
import { type PublicationState, refusedWords, sendingOf } from '../publication/publicationState.ts';
import {
  orderedIds,
  publicationOf,
  publicationStateOf,
  publicationsOf,
  type WithPublicationList,
} from '../publication/selectors.ts';
import { sourceIn } from '../status/slice.ts';
import type { WithInspector } from '../streamInspector/slice.ts';
import { blackSinceIn, farKeyframesIn, frozenSinceIn, silentSinceIn } from '../streamInspector/slice.ts';

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

/** Before anything is known. */
export const NO_FACTS: Situation = {
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

/** What the channel on the screen is asked for besides. */
const closeFacts = (state: FactsState, now: number) => ({
  ...sightIn(state),
  unread: unreadIn(state) !== null,
  // What was so before the core was away is old, and the core is not slow for it.
  seenAt: state.status.aged === 'lost' && state.connection.status !== 'lost' ? null : seenAtIn(state),
  flow: sourceIn(state)?.flow ?? null,
  stored: storedIn(state, now),
  sender: state.ingest.sender,
  received: state.ingest.received,
  missingSince: missingSinceIn(state),
  blackSince: blackSinceIn(state),
  frozenSince: frozenSinceIn(state),
  silentSince: silentSinceIn(state, now),
  keyframes: farKeyframesIn(state, now),
  // A full machine is full for all channels: it is only reported for the one on the screen.
  cpu: steadyCpuIn(state),
  memory: state.resource?.memory.percent ?? null,
});

type PassingStatus = ChannelStatus & { ingest: NonNullable<ChannelStatus['ingest']> };

const hasIngest = (look: ChannelStatus | undefined): look is PassingStatus => look != null && look.ingest !== null;

/** The last look at a channel that is not watched closely now; null: it is, or it has not been seen. */
function passingStatusIn(state: FactsState, channel: string, now: number): PassingStatus | null {
  const look = state.status.channels[channel];
  if (isWatched(state, channel) || !hasIngest(look)) return null;
  return state.status.watched !== channel || isFresh(look, now) ? look : null;
}

/**
 * All that is known of a channel, on the screen or seen in passing: its verdict and its timeline are made of this. A
 * new object each time; `now` (ms) says how old it is. null: the core has not been asked for it yet.
 */
export function factsOf(state: FactsState, channel: string, now: number): Situation | null {
  const look = passingStatusIn(state, channel, now);
  if (!look && state.status.watched !== channel) return null;
  return {
    now: look && isFresh(look, now) ? look.seenAt : now,
    alive: state.connection.status !== 'lost',
    cpuLately: recentCpuIn(state),
    publications: sendingAmong(state, channel, (id) =>
      look ? passingStateOf(look, id) : publicationStateOf(state, id),
    ),
    ...(look ? { seenAt: look.seenAt, ...look.ingest } : closeFacts(state, now)),
  };
}

const passingVerdicts = new WeakMap<ChannelStatus, { inputs: readonly unknown[]; verdict: Verdict }>();

/** The verdict of now, before it is held. Of many channels seen in passing, only those that changed are judged again. */
export function verdictIn(state: FactsState, channel: string, now: number): Verdict | null {
  const look = passingStatusIn(state, channel, now);
  const known = look && passingVerdicts.get(look);
  const inputs = look && [
    publicationsOf(state, channel),
    state.connection.status === 'lost',
    recentCpuIn(state),
    isFresh(look, now) ? null : now,
  ];
  if (known && inputs?.every((input, i) => input === known.inputs[i])) return known.verdict;
  const facts = factsOf(state, channel, now);
  const verdict = facts && verdictOf(facts);
  if (look && inputs && verdict) passingVerdicts.set(look, { inputs, verdict });
  return verdict;
}

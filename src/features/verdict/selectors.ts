import { pointingOf } from '../../media/failing.ts';
import type { Sending, Situation } from '../../media/verdict/situation.ts';
import { type Verdict, verdictOf } from '../../media/verdict/verdict.ts';
import type { WithChannels } from '../channel/slice.ts';
import type { WithConnection } from '../connection/slice.ts';
import { missingSinceIn, seenAtIn, sightIn, storedIn, unreadIn } from '../ingest/selectors.ts';
import { orderedIds, type PublicationsSeen, publicationOf, publicationStateOf } from '../publication/list/selectors.ts';
import { type PublicationState, refusedWords, sendingOf } from '../publication/list/view.ts';
import { recentCpuIn, steadyCpuIn, type WithResources } from '../resource/slice.ts';
import { blackSinceIn, farKeyframesIn, frozenSinceIn, silentSinceIn } from '../seen/selectors.ts';
import type { WithSeen } from '../seen/slice.ts';

export type VerdictSeen = PublicationsSeen & WithConnection & WithResources & WithSeen;

/** In the order of the panel, as far as `seenOf` knows how they are. */
export const sendingIn = (state: WithChannels, channel: string, seenOf: (id: string) => PublicationState): Sending[] =>
  orderedIds(state, channel).map((id) => {
    const seen = seenOf(id);
    const { refused, failure } = seen;
    return {
      id,
      name: publicationOf(state, channel, id)?.name ?? '',
      status: sendingOf(seen),
      words: refused === null ? (failure?.words ?? null) : refusedWords,
      to: refused === null && failure ? pointingOf(failure) : null,
      since: failure?.since ?? failure?.at ?? null,
    };
  });

/** Those of the channel that is watched closely. */
export const publicationsIn = (state: PublicationsSeen): Sending[] =>
  state.ingest.channel === null ? [] : sendingIn(state, state.ingest.channel, (id) => publicationStateOf(state, id));

/** All that is known. A new object each time. `now` (ms) says how old the state is. */
export const situationIn = (state: VerdictSeen, now: number): Situation => ({
  ...sightIn(state),
  now,
  alive: state.connection.status !== 'lost',
  unread: unreadIn(state) !== null,
  // What was so before the core was away is old, and nobody is slow for it.
  seenAt: state.ingest.aged === 'lost' && state.connection.status !== 'lost' ? null : seenAtIn(state),
  flow: state.ingest.flow,
  stored: storedIn(state, now),
  sender: state.ingest.sender,
  received: state.ingest.received,
  missingSince: missingSinceIn(state),
  publications: publicationsIn(state),
  blackSince: blackSinceIn(state),
  frozenSince: frozenSinceIn(state),
  silentSince: silentSinceIn(state, now),
  keyframes: farKeyframesIn(state, now),
  cpu: steadyCpuIn(state),
  cpuLately: recentCpuIn(state),
  memory: state.resource?.memory.percent ?? null,
});

export const verdictIn = (state: VerdictSeen, now: number): Verdict => verdictOf(situationIn(state, now));

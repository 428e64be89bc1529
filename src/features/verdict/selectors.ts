import { pointingOf } from '../../media/failing.ts';
import { type Verdict, verdictOf } from '../../media/verdict.ts';
import type { Sending } from '../../media/verdictCases.ts';
import type { WithConnection } from '../connection/slice.ts';
import { controlStateIn, missingSinceIn, seenAtIn, unreadIn } from '../ingest/selectors.ts';
import { currentStateIn } from '../overview/current.ts';
import type { WithOverview } from '../overview/slice.ts';
import { type PublicationsSeen, publicationStateOf, publicationsOf } from '../publication/list/selectors.ts';
import { refusedWords, sendingOf } from '../publication/list/view.ts';
import { steadyCpuIn, type WithResources } from '../resource/slice.ts';
import { blackSinceIn, frozenSinceIn, silentSinceIn } from '../seen/selectors.ts';
import type { WithSeen } from '../seen/slice.ts';
import { type Short, shortOf } from './short.ts';

export type VerdictSeen = PublicationsSeen & WithConnection & WithResources & WithSeen;

const sendingIn = (state: PublicationsSeen, channel: string): Sending[] =>
  Object.entries(publicationsOf(state, channel))
    .map(([id, { name }]): Sending => {
      const seen = publicationStateOf(state, id);
      const { refused, failure } = seen;
      return {
        id,
        name,
        status: sendingOf(seen),
        words: refused === null ? (failure?.words ?? null) : refusedWords,
        to: refused === null && failure ? pointingOf(failure) : null,
        since: failure?.since ?? failure?.at ?? null,
      };
    })
    .sort((a, b) => a.name.localeCompare(b.name, undefined, { sensitivity: 'base' }) || a.id.localeCompare(b.id));

/** A new object each time. `now` (ms) says how old the state is. */
export const verdictIn = (state: VerdictSeen, now: number): Verdict =>
  verdictOf({
    ...controlStateIn(state),
    now,
    alive: state.connection.status !== 'lost',
    unread: unreadIn(state) !== null,
    seenAt: seenAtIn(state),
    flow: state.ingest.flow,
    sender: state.ingest.sender,
    missingSince: missingSinceIn(state),
    publications: state.ingest.channel === null ? [] : sendingIn(state, state.ingest.channel),
    blackSince: blackSinceIn(state),
    frozenSince: frozenSinceIn(state),
    silentSince: silentSinceIn(state, now),
    cpu: steadyCpuIn(state),
    memory: state.resource?.memory.percent ?? null,
  });

/** The selected channel in short, on every screen: closely where somebody watches it, else as it was seen in passing. */
export function shortIn(state: VerdictSeen & WithOverview): Short {
  const { ingest, channel, overview } = state;
  const { current } = channel;
  if (current !== null && ingest.channel === current && ingest.ingest.status === 'present')
    return shortOf(verdictIn(state, Date.now()), controlStateIn(state));
  const problems = (current !== null && overview.problems[current]) || 0;
  return { state: currentStateIn(state), problems };
}

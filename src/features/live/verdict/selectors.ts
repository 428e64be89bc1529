import { shownAfter } from '../../../media/verdict/holdVerdict.ts';
import { type Verdict, verdictOf } from '../../../media/verdict/verdict.ts';
import { sightIn } from '../ingest/selectors.ts';
import { isAvailable } from '../status/unpolledSelectedChannel.ts';
import { type Short, shortOf } from './shortVerdict.ts';
import type { WithShownVerdicts } from './shownVerdictsSlice.ts';
import { type FactsState, factsOf, isFresh, isWatched, NO_FACTS } from './verdictSituation.ts';

export type VerdictState = FactsState & WithShownVerdicts;

/** Of any channel, as every place shows it: what is so, held for a moment; null: nothing has been asked of it yet. */
export function channelVerdictIn(state: VerdictState, channel: string, now: number): Verdict | null {
  const facts = factsOf(state, channel, now);
  return facts && shownAfter(state.verdict[channel] ?? null, verdictOf(facts), now).verdict;
}

/** For the page of a channel, which always says something. */
export const shownVerdictIn = (state: VerdictState, channel: string, now: number): Verdict =>
  channelVerdictIn(state, channel, now) ?? verdictOf(NO_FACTS);

const OFF: Short = { state: 'disconnected', problems: 0 };
const UNKNOWN: Short = { state: 'unknown', problems: 0 };

/** The same in short; null: not known. */
export function channelShortIn(state: VerdictState, channel: string): Short | null {
  if (state.connection.status === 'lost') return null;
  const now = Date.now();
  const watched = isWatched(state, channel);
  // Never set up: there is nothing to be seen.
  if (!watched && !isAvailable(state, channel)) return OFF;
  const look = state.status.channels[channel];
  if (!watched && look && !look.ingest) return OFF;
  const verdict = watched || look ? channelVerdictIn(state, channel, now) : null;
  if (!verdict) return null;
  if (watched || !look?.ingest) return shortOf(verdict, sightIn(state));
  const { progress, failure } = look.ingest;
  return shortOf(verdict, { progress: isFresh(look, now) ? progress : null, asked: null, failure });
}

/** The selected channel in short, on every screen. */
export const shortIn = (state: VerdictState): Short => {
  const { current } = state.channel;
  return (current === null ? null : channelShortIn(state, current)) ?? UNKNOWN;
};

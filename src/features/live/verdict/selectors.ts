import { type Verdict, verdictOf } from '../../../media/verdict/verdict.ts';
import { sightIn } from '../ingest/selectors.ts';
import { isAvailable } from '../status/unpolledSelectedChannel.ts';
import { type Short, shortOf } from './shortVerdict.ts';
import type { WithVerdicts } from './slice.ts';
import { type FactsState, isFresh, isWatched, NO_FACTS } from './verdictSituation.ts';

export type VerdictState = FactsState & WithVerdicts;

/** The verdict of any channel as it is shown; null: the core has not been asked for it yet. */
export const channelVerdictIn = ({ verdict }: WithVerdicts, channel: string): Verdict | null =>
  verdict[channel]?.verdict ?? null;

const UNASKED = verdictOf(NO_FACTS);

/** For the page of a channel, which always says something. */
export const shownVerdictIn = (state: WithVerdicts, channel: string): Verdict =>
  channelVerdictIn(state, channel) ?? UNASKED;

const OFF: Short = { state: 'disconnected', problems: 0 };
const UNKNOWN: Short = { state: 'unknown', problems: 0 };

/** The same in short; null: not known. */
export function channelShortIn(state: VerdictState, channel: string): Short | null {
  if (state.connection.status === 'lost') return null;
  const watched = isWatched(state, channel);
  // Never set up: there is nothing to be seen.
  if (!watched && !isAvailable(state, channel)) return OFF;
  const look = state.status.channels[channel];
  if (!watched && look && !look.ingest) return OFF;
  const verdict = watched || look ? channelVerdictIn(state, channel) : null;
  if (!verdict) return null;
  if (watched || !look?.ingest) return shortOf(verdict, sightIn(state));
  const { progress, failure } = look.ingest;
  return shortOf(verdict, { progress: isFresh(look, Date.now()) ? progress : null, asked: null, failure });
}

/** The selected channel in short, on every screen. */
export const shortIn = (state: VerdictState): Short => {
  const { current } = state.channel;
  return (current === null ? null : channelShortIn(state, current)) ?? UNKNOWN;
};

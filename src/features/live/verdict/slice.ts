import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { pageNow } from '../../../media/run/pageClock.ts';
import type { Progress } from '../../../media/run/progress.ts';
import { OTHER_VIEWS, type ShownVerdict, type Verdict, verdictOf } from '../../../media/verdict/verdict.ts';
import type { Situation } from '../../../media/verdict/verdictTypes.ts';
import type { WithConnection } from '../../gate/connection/slice.ts';
import type { WithSession } from '../../gate/session/slice.ts';
import type { WithResources } from '../../shared/resource/slice.ts';
import { type ControlState, titleOf } from '../ingest/controlState.ts';
import { sightIn } from '../ingest/selectors.ts';
import type { WithPublicationList } from '../publication/publicationState.ts';
import type { WithPush } from '../pushAddress/slice.ts';
import { isAvailable, isFresh, isWatched } from '../status/slice.ts';
import type { WithInspector } from '../streamInspector/slice.ts';

/** A verdict where there is room for two words: in the header, the title, the list of channels. */
export interface Short {
  state: Progress['status'];
  /** What is wrong with a channel that is live all the same; of another one, what is wrong besides. */
  problems: number;
}

/** Problems that the sentence is not about: "+1", wherever a verdict is shown. */
export const furtherOf = ({ others }: Pick<Verdict, 'others'>): number => others.length;

export function shortOf(verdict: Verdict, control: ControlState): Short {
  const { kind, ids } = verdict;
  const { output } = OTHER_VIEWS[kind];
  const further = furtherOf(verdict);
  if (kind === 'core-away') return { state: 'unknown', problems: 0 };
  if (output === 'soon') return { state: 'connecting', problems: 0 };
  if (output === 'nothing') return { state: 'error', problems: further };
  const state = titleOf(control) ?? 'unknown';
  const isLive = state === 'connected' && output === 'all';
  return { state, problems: isLive && kind !== 'live' ? Math.max(ids.length, 1) + further : 0 };
}

/** All that a verdict is made of. */
export type FactsState = WithPublicationList & WithConnection & WithResources & WithInspector & WithSession & WithPush;

export type VerdictState = FactsState & WithVerdicts;

/** The verdict of any channel as it is shown; null: the core has not been asked for it yet. */
export const channelVerdictIn = ({ verdict }: WithVerdicts, channel: string): Verdict | null =>
  verdict[channel]?.verdict ?? null;

/** Before anything is known. */
const NOTHING_KNOWN: Situation = {
  now: 0,
  alive: true,
  seenAt: null,
  progress: null,
  failure: null,
  flow: null,
  publications: [],
  cpuLately: null,
};

const UNASKED = verdictOf(NOTHING_KNOWN);

/** For the page of a channel, which always says something. */
export const shownVerdictIn = (state: WithVerdicts, channel: string): Verdict =>
  channelVerdictIn(state, channel) ?? UNASKED;

const OFF: Short = { state: 'disconnected', problems: 0 };
const UNKNOWN: Short = { state: 'unknown', problems: 0 };

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
  return shortOf(verdict, { progress: isFresh(look, pageNow()) ? progress : null, asked: null, failure });
}

/** The selected channel in short, on every screen. */
export const shortIn = (state: VerdictState): Short => {
  const { current } = state.channel;
  return (current === null ? null : channelShortIn(state, current)) ?? UNKNOWN;
};

/** The sentence of each channel and since when it is shown: bar, header, list, multiview and alarm read it here. */
export type ShownVerdicts = Readonly<Record<string, ShownVerdict>>;

export interface WithVerdicts {
  verdict: ShownVerdicts;
}

const slice = createSlice({
  name: 'verdict',
  initialState: {} as ShownVerdicts,
  reducers: {
    verdictsChanged: (_, { payload }: PayloadAction<ShownVerdicts>): ShownVerdicts => payload,
  },
});

export const { verdictsChanged } = slice.actions;
export const verdict = slice.reducer;

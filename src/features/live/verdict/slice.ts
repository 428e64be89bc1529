import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ShownHold } from '../../../media/hold/holdOf.ts';
import type { Progress } from '../../../media/run/progress.ts';
import { OTHER_VIEWS, type SteadyVerdict, type Verdict, verdictOf } from '../../../media/verdict/verdict.ts';
import { type PublicationFact, type Situation, wantedOf } from '../../../media/verdict/verdictTypes.ts';
import type { WithConnection } from '../../gate/connection/slice.ts';
import type { WithSession } from '../../gate/session/slice.ts';
import type { WithResources } from '../../shared/resource/slice.ts';
import type { WithChannels } from '../channel/slice.ts';
import { type ControlState, titleOf } from '../ingest/controlState.ts';
import type { ShownOutputs, WithPublicationList } from '../publication/publicationState.ts';
import type { WithPush } from '../pushAddress/slice.ts';
import { isAvailable } from '../status/slice.ts';
import type { WithInspector } from '../streamInspector/slice.ts';

interface Look {
  icon: 'live' | 'empty' | 'wait' | 'alert' | 'cross';
  tone: 'accent' | 'neutral' | 'warning' | 'error';
}

const ERROR: Look = { icon: 'cross', tone: 'error' };
const COMING: Look = { icon: 'wait', tone: 'warning' };

const LOOKS: Readonly<Record<Verdict['severity'], Look>> = {
  live: { icon: 'live', tone: 'accent' },
  calm: { icon: 'empty', tone: 'neutral' },
  busy: COMING,
  warning: { icon: 'alert', tone: 'warning' },
  error: ERROR,
};

export function lookOf({ kind, severity, tally }: Pick<Verdict, 'kind' | 'severity' | 'tally'>): Look {
  // Unknown states and deliberate stops are neutral.
  if (kind === 'loading' || kind === 'stopping') return { icon: 'wait', tone: 'neutral' };
  if (OTHER_VIEWS[kind].output === 'nothing') return ERROR;
  // Not green until everything wanted is live.
  if (kind === 'live' && tally.live < wantedOf(tally)) return COMING;
  return LOOKS[severity];
}

/** A verdict in two words: for the header, the title and the channel list. */
export interface Short {
  state: Progress['status'];
  /** Problems of a live channel; for others, problems beyond the verdict. */
  problems: number;
  tone: Look['tone'];
  held?: true;
}

/** Counts problems beyond the verdict, shown as "+1". */
export const furtherOf = ({ others }: Pick<Verdict, 'others'>): number => others.length;

export function shortOf(verdict: Verdict, control: ControlState): Short {
  const { kind, ids } = verdict;
  const { output, timeline } = OTHER_VIEWS[kind];
  const { tone } = lookOf(verdict);
  const further = furtherOf(verdict);
  if (kind === 'covered') return { state: 'connected', problems: further, tone };
  if (timeline === 'held') return { state: 'connected', problems: further, tone, held: true };
  if (kind === 'core-away') return { state: 'unknown', problems: 0, tone };
  if (output === 'soon') return { state: 'connecting', problems: 0, tone };
  if (output === 'nothing') return { state: 'error', problems: further, tone };
  const state = verdict.covered ? 'connected' : (titleOf(control) ?? 'unknown');
  const isLive = state === 'connected' && output === 'all';
  return { state, problems: isLive && kind !== 'live' ? Math.max(ids.length, 1) + further : 0, tone };
}

export type FactsState = WithPublicationList & WithConnection & WithResources & WithInspector & WithSession & WithPush;

/** A consistent snapshot of a channel for all places. */
export interface ChannelView extends ShownOutputs, SteadyVerdict {
  verdict: Verdict;
  short: Short;
  /** `progress` null: currently unknown. */
  control: ControlState;
  publications: readonly PublicationFact[];
  hold: ShownHold;
}

export type ChannelViews = Readonly<Record<string, ChannelView>>;

export interface WithVerdicts {
  verdict: ChannelViews;
}

export type VerdictState = WithChannels & WithConnection & WithVerdicts;

/** null: not requested yet. */
export const channelViewIn = ({ verdict }: WithVerdicts, channel: string): ChannelView | null =>
  verdict[channel] ?? null;

export const channelVerdictIn = (state: WithVerdicts, channel: string): Verdict | null =>
  channelViewIn(state, channel)?.verdict ?? null;

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

export const shownVerdictIn = (state: WithVerdicts, channel: string): Verdict =>
  channelVerdictIn(state, channel) ?? UNASKED;

const UNASKED_CONTROL: ControlState = { progress: null, asked: null, failure: null };

export const shownControlIn = (state: WithVerdicts, channel: string): ControlState =>
  channelViewIn(state, channel)?.control ?? UNASKED_CONTROL;

const NO_HOLD: ShownHold = { status: 'none' };

export const shownHoldIn = (state: WithVerdicts, channel: string): ShownHold =>
  channelViewIn(state, channel)?.hold ?? NO_HOLD;

/** Returns the seconds since the channel went live, or null if not live or unknown. */
export function shownUptimeIn(state: WithVerdicts, channel: string): number | null {
  const { short, control } = channelViewIn(state, channel) ?? {};
  return short?.state === 'connected' && control?.progress?.status === 'connected'
    ? control.progress.uptimeSeconds
    : null;
}

export const OFF: Short = { state: 'disconnected', problems: 0, tone: 'neutral' };
const UNKNOWN: Short = { state: 'unknown', problems: 0, tone: 'neutral' };

/** null: not requested yet. */
export function channelShortIn(state: VerdictState, channel: string): Short | null {
  const view = channelViewIn(state, channel);
  if (view) return view.short;
  if (state.connection.status === 'lost') return UNKNOWN;
  return isAvailable(state, channel) ? null : OFF;
}

export const shortIn = (state: VerdictState): Short => {
  const { current } = state.channel;
  return (current === null ? null : channelShortIn(state, current)) ?? UNKNOWN;
};

const slice = createSlice({
  name: 'verdict',
  initialState: {} as ChannelViews,
  reducers: {
    viewsChanged: (_, { payload }: PayloadAction<ChannelViews>): ChannelViews => payload,
  },
});

export const { viewsChanged } = slice.actions;
export const verdict = slice.reducer;

import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { outputName } from '../../../media/channel/publicationOutputs.ts';
import { type Event, type History, noHistory } from '../../../media/timeline/event.ts';
import type { WithChannels } from '../channel/slice.ts';
import { publicationsOf } from '../publication/publicationState.ts';

/** Returns the events of a channel and of the core, oldest first. */
export const together = (own: History, core: History): Event[] =>
  [...own.events, ...core.events].sort((a, b) => a.at - b.at);

export function namesIn(
  state: WithHistory & WithChannels,
  channel: string,
  t: (text: string) => string,
): Readonly<Record<string, string>> {
  const egresses = publicationsOf(state, channel);
  const now = Object.keys(egresses).map((id) => [id, outputName(egresses, id, t)] as const);
  return { ...historyIn(state, channel).names, ...Object.fromEntries(now) };
}

/** The key for events of the core, which concern all channels. */
export const CORE_TIMELINE = '';

/** The whole timeline is open, so earlier runs are read from the core. */
export const timelineOpened = createAction<string>('timeline/timelineOpened');
export const timelineCleared = createAction<string>('timeline/timelineCleared');

export interface HistoryState {
  channels: Readonly<Record<string, History>>;
  /** Five-minute bars of the watched channel, by `source` or publication id. */
  bars: Readonly<Record<string, string>>;
  /** English titles of causes, by `titleKey`. */
  titles: Readonly<Record<string, string>>;
  past: Readonly<Record<string, 'asked' | 'told' | 'refused'>>;
}

export interface WithHistory {
  timeline: HistoryState;
}

export const titleKey = (cause: string, subject: string) => `${subject === 'source' ? 'source' : 'target'} ${cause}`;

const initialState: HistoryState = { channels: {}, bars: {}, titles: {}, past: {} };

const slice = createSlice({
  name: 'timeline',
  initialState,
  reducers: {
    historyKnown: (
      state,
      { payload: { channel, history } }: PayloadAction<{ channel: string; history: History }>,
    ): HistoryState => ({ ...state, channels: { ...state.channels, [channel]: history } }),
    barsKnown: (state, { payload: bars }: PayloadAction<HistoryState['bars']>): HistoryState => ({ ...state, bars }),
    titlesRead: (state, { payload }: PayloadAction<HistoryState['titles']>): HistoryState => ({
      ...state,
      titles: { ...state.titles, ...payload },
    }),
    pastRead: (
      state,
      { payload: { channel, past } }: PayloadAction<{ channel: string; past: HistoryState['past'][string] }>,
    ): HistoryState => ({ ...state, past: { ...state.past, [channel]: past } }),
  },
});

export const { historyKnown, barsKnown, titlesRead, pastRead } = slice.actions;
export const history = slice.reducer;

export const historyIn = ({ timeline: { channels } }: WithHistory, channel: string): History =>
  channels[channel] ?? noHistory;

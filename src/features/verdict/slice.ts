import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { channelClosed, channelOpened } from '../channel/processes.ts';

export type ReliefKind = 'preset' | 'size' | 'fps';

/** What would make the encoder of a channel faster, and what that interrupts. */
export interface ReliefOffer {
  kind: ReliefKind;
  /** A preset, a size, or a frame rate. */
  to: string;
  /** The stream is interrupted for about so long; null: it goes on. */
  seconds: number | null;
  /** So many publications reconnect. */
  reconnecting: number;
}

/** The encoder of a channel is too slow, and somebody looks. */
export const reliefsWanted = createAction<string>('verdict/reliefsWanted');
export const reliefRequested = createAction<{ channel: string; kind: ReliefKind }>('verdict/reliefRequested');

const initialState: { offers: readonly ReliefOffer[]; busy: ReliefKind | null } = { offers: [], busy: null };

export interface WithReliefs {
  relief: typeof initialState;
}

const slice = createSlice({
  name: 'verdict',
  initialState,
  reducers: {
    reliefsFound: (_, { payload: offers }: PayloadAction<readonly ReliefOffer[]>): typeof initialState => ({
      offers,
      busy: null,
    }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(reliefRequested, (state, { payload: { kind } }) => ({ ...state, busy: kind }))
      .addCase(channelOpened, () => initialState)
      .addCase(channelClosed, () => initialState),
});

export const { reliefsFound } = slice.actions;
export const relief = slice.reducer;

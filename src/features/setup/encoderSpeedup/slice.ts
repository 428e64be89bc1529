import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { channelClosed, channelOpened } from '../../live/channel/channelStatusActions.ts';

export type ReliefKind = 'preset' | 'size' | 'fps';

/** What would make the encoder of a channel faster, and what that interrupts. */
export interface ReliefOffer {
  kind: ReliefKind;
  /** A preset, a size, or a frame rate. */
  to: string;
  /** How many times as fast it makes the encoder, about. */
  gain: number;
  /** The stream is interrupted for about so long; null: it goes on. */
  seconds: number | null;
  /** So many publications reconnect. */
  reconnecting: number;
}

/** The encoder of a channel is too slow, and somebody looks. */
export const reliefsWanted = createAction<string>('encoderSpeedup/reliefsWanted');
export const reliefRequested = createAction<{ channel: string; kinds: readonly ReliefKind[] }>(
  'encoderSpeedup/reliefRequested',
);

const initialState: { offers: readonly ReliefOffer[]; busy: boolean } = { offers: [], busy: false };

export interface WithReliefs {
  encoderSpeedup: typeof initialState;
}

const slice = createSlice({
  name: 'encoderSpeedup',
  initialState,
  reducers: {
    reliefsFound: (_, { payload: offers }: PayloadAction<readonly ReliefOffer[]>): typeof initialState => ({
      offers,
      busy: false,
    }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(reliefRequested, (state) => ({ ...state, busy: true }))
      .addCase(channelOpened, () => initialState)
      .addCase(channelClosed, () => initialState),
});

export const { reliefsFound } = slice.actions;
export const relief = slice.reducer;

/** A bit faster than just fast enough: scenes differ. */
const RESERVE = 1.2;

/** What is likely needed so that an encoder of this speed (1 is fast enough) keeps up, in the order of the offers. */
export function neededOf(offers: readonly Pick<ReliefOffer, 'kind' | 'gain'>[], speed: number | null): ReliefKind[] {
  const needed: ReliefKind[] = [];
  let left = speed === null || speed <= 0 ? 1 : RESERVE / speed;
  for (const { kind, gain } of offers) {
    if (needed.length > 0 && left <= 1) break;
    needed.push(kind);
    left /= gain;
  }
  return needed;
}

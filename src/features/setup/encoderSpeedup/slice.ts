import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { channelClosed, channelOpened } from '../../live/channel/slice.ts';

export type SpeedupKind = 'preset' | 'size' | 'fps';

export interface SpeedupOffer {
  kind: SpeedupKind;
  to: string;
  gain: number;
  /** Estimated length of the interruption; null: none. */
  seconds: number | null;
  reconnecting: number;
}

export const speedupsRequested = createAction<string>('encoderSpeedup/speedupsRequested');
export const speedupsChosen = createAction<{ channel: string; kinds: readonly SpeedupKind[] }>(
  'encoderSpeedup/speedupsChosen',
);

const initialState: { offers: readonly SpeedupOffer[]; busy: boolean } = { offers: [], busy: false };

export interface WithEncoderSpeedup {
  encoderSpeedup: typeof initialState;
}

const slice = createSlice({
  name: 'encoderSpeedup',
  initialState,
  reducers: {
    speedupsFound: (_, { payload: offers }: PayloadAction<readonly SpeedupOffer[]>): typeof initialState => ({
      offers,
      busy: false,
    }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(speedupsChosen, (state) => ({ ...state, busy: true }))
      .addCase(channelOpened, () => initialState)
      .addCase(channelClosed, () => initialState),
});

export const { speedupsFound } = slice.actions;
export const encoderSpeedup = slice.reducer;

/** Adds a reserve, because some scenes are harder to encode. */
const RESERVE = 1.2;

/** Returns the offers that the encoder needs to keep up, in order; speed 1 is real time. */
export function neededOf(offers: readonly Pick<SpeedupOffer, 'kind' | 'gain'>[], speed: number | null): SpeedupKind[] {
  const needed: SpeedupKind[] = [];
  let factor = speed === null || speed <= 0 ? 1 : RESERVE / speed;
  for (const { kind, gain } of offers) {
    if (needed.length > 0 && factor <= 1) break;
    needed.push(kind);
    factor /= gain;
  }
  return needed;
}

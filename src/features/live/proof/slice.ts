import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { NO_PROOFS, type Proofs } from '../../../media/proof/proofs.ts';
import { connectionLost } from '../../gate/connection/slice.ts';
import { channelGone } from '../channel/slice.ts';

/** What viewers of platforms get, as the agent reports it, by channel. */
export interface WithProofs {
  proof: Readonly<Record<string, Proofs>>;
}

const NOTHING: WithProofs['proof'] = {};

const slice = createSlice({
  name: 'proof',
  initialState: NOTHING,
  reducers: {
    proofsRead: (all, { payload: { channel, proofs } }: PayloadAction<{ channel: string; proofs: Proofs }>) =>
      proofs === NO_PROOFS && !(channel in all) ? all : { ...all, [channel]: proofs },
  },
  extraReducers: (builder) => {
    builder
      .addCase(channelGone, (all, { payload }) => {
        const { [payload]: _, ...rest } = all;
        return rest;
      })
      .addCase(connectionLost, () => NOTHING);
  },
});

/** Asks the agent to look at what viewers of a publication see. */
export const lookRequested = createAction<string>('proof/lookRequested');

export const { proofsRead } = slice.actions;
export const proof = slice.reducer;

export const proofsIn = ({ proof: all }: WithProofs, channel: string): Proofs => all[channel] ?? NO_PROOFS;

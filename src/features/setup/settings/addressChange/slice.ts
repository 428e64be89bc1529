import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EncoderMove } from '../../../../media/address/moveProcess.ts';

export interface PlannedMove {
  encoders: readonly EncoderMove[];
  /** Names of channels and publications whose stored addresses are updated. */
  followers: readonly string[];
  /** Ids of unreadable processes, which may be affected. */
  unread: readonly string[];
  /** The core has no placeholders for its own addresses, so the new ones are wrong until its restart. */
  atOnce: boolean;
}

export type AddressChange =
  | { status: 'none' }
  | ({ status: 'asked' } & PlannedMove)
  /** Saved. `live`: channels whose encoder is live again; null before the restart. */
  | { status: 'told'; encoders: readonly EncoderMove[]; live: readonly string[] | null };

export interface WithAddressChange {
  addressChange: AddressChange;
}

const slice = createSlice({
  name: 'addressChange',
  initialState: { status: 'none' } as AddressChange,
  reducers: {
    moveAsked: (_, { payload }: PayloadAction<PlannedMove>): AddressChange => ({ status: 'asked', ...payload }),
    moveStored: (_, { payload: encoders }: PayloadAction<readonly EncoderMove[]>): AddressChange =>
      encoders.length === 0 ? { status: 'none' } : { status: 'told', encoders, live: null },
    encodersSeen: (state, { payload: live }: PayloadAction<readonly string[]>): AddressChange =>
      state.status === 'told' ? { ...state, live } : state,
    encodersDismissed: (): AddressChange => ({ status: 'none' }),
  },
});

/** When the core restarts to apply the stored settings. */
export const moveConfirmed = createAction<'now' | 'later'>('addressChange/moveConfirmed');
export const { moveAsked, moveStored, encodersSeen, encodersDismissed } = slice.actions;
export const addressChange = slice.reducer;

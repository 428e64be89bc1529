import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { HeldPush } from '../../../media/address/changePushKey.ts';
import { channelClosed } from '../channel/slice.ts';

/** How the source of the channel on the screen is pushed to the core. */
export type PushState =
  | { status: 'none' }
  | { status: 'unread'; channel: string; reason: string; wanted: boolean }
  /**
   * `held` null: it is not pushed, or cannot be read. `key`: of HLS, the one of the channel alone, if it has one.
   * `wanted`: it is about to be pushed by HLS.
   */
  | { status: 'known'; channel: string; held: HeldPush | null; key: string | null; wanted: boolean; busy: boolean };

export interface WithPush {
  pushAddress: PushState;
}

const slice = createSlice({
  name: 'pushAddress',
  initialState: { status: 'none' } as PushState,
  reducers: {
    pushRead: (
      _,
      { payload }: PayloadAction<{ channel: string; held: HeldPush | null; key: string | null; wanted: boolean }>,
    ): PushState => ({
      status: 'known',
      ...payload,
      busy: false,
    }),
    /** What is known already stays, as far as it is what was asked for. */
    pushUnread: (state, { payload }: PayloadAction<{ channel: string; reason: string; wanted: boolean }>): PushState =>
      state.status === 'known' && state.channel === payload.channel && (state.wanted || !payload.wanted)
        ? state
        : { status: 'unread', ...payload },
    pushBusy: (state, { payload: busy }: PayloadAction<boolean>): PushState =>
      state.status === 'known' ? { ...state, busy } : state,
  },
  extraReducers: (builder) => builder.addCase(channelClosed, (): PushState => ({ status: 'none' })),
});

export const pushOpened = createAction<string>('pushAddress/opened');
/** The channel is about to be pushed by HLS: its address has a key of its own. */
export const hlsPushPlanned = createAction<string>('pushAddress/hlsPlanned');
/** A new key: the encoder is off until it has it. */
export const pushKeyChangeConfirmed = createAction<string>('pushAddress/keyChangeConfirmed');
/** The channel is to read where its encoder sends to by the settings of the core. */
export const pushCorrected = createAction<string>('pushAddress/corrected');
export const { pushRead, pushUnread, pushBusy } = slice.actions;
export const push = slice.reducer;

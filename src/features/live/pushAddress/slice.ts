import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { HeldPush } from '../../../media/address/changePushKey.ts';
import { channelClosed } from '../channel/slice.ts';

export type PushState =
  | { status: 'none' }
  | { status: 'unread'; channel: string; reason: string; wanted: boolean }
  /** `held` null: not pushed or unreadable. `key`: of this channel alone (HLS). `wanted`: a push by HLS is planned. */
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
    /** Keeps what is known if it answers the same question. */
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
/** A push by HLS is planned, so the channel needs its own key. */
export const hlsPushPlanned = createAction<string>('pushAddress/hlsPlanned');
export const pushKeyChangeConfirmed = createAction<string>('pushAddress/keyChangeConfirmed');
/** Makes the channel read the address where its encoder sends, after a change of the core's settings. */
export const pushCorrected = createAction<string>('pushAddress/corrected');
export const { pushRead, pushUnread, pushBusy } = slice.actions;
export const push = slice.reducer;

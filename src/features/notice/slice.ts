import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export type Tone = 'success' | 'info' | 'warning' | 'error';

/** `text` is an English text of the catalogue with `{{0}}` where `values` go; it is translated where it is shown. */
export interface Notice {
  id: number;
  tone: Tone;
  text: string;
  values: readonly string[];
}

export interface WithNotices {
  notice: { shown: readonly Notice[]; next: number };
}

const initialState: WithNotices['notice'] = { shown: [], next: 1 };

const slice = createSlice({
  name: 'notice',
  initialState,
  reducers: {
    noticed: {
      prepare: (tone: Tone, text: string, ...values: string[]) => ({ payload: { tone, text, values } }),
      reducer: (state, { payload }: PayloadAction<Omit<Notice, 'id'>>) => ({
        // The same words twice in a row say nothing new.
        shown: [...state.shown.filter(({ text }) => text !== payload.text), { ...payload, id: state.next }],
        next: state.next + 1,
      }),
    },
    noticeGone: (state, { payload }: PayloadAction<number>) => ({
      ...state,
      shown: state.shown.filter(({ id }) => id !== payload),
    }),
  },
});

export const { noticed, noticeGone } = slice.actions;
export const notice = slice.reducer;

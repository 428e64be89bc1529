import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { MaskedText } from '../../../media/masking/maskedText.ts';
import { mask } from '../mask.ts';

export type NoticeTone = 'success' | 'info' | 'warning' | 'error';

/** A value that may be a text of ours, which is translated too. */
export interface Translatable {
  text: string;
}

/** What goes into a text: what people wrote (a channel may be called "Settings") stays as it is. */
type Value = string | Translatable;

/** `text` is an English text of the catalog with `{{0}}` where `values` go; it is translated where it is shown. */
export interface Notice {
  id: number;
  tone: NoticeTone;
  text: string;
  values: readonly (MaskedText | { text: MaskedText })[];
}

export interface WithNotices {
  notice: { shown: readonly Notice[]; next: number };
}

/** Whatever it is: it may hold an address, and a notice is on everybody's screen. */
const masked = (value: Value): Notice['values'][number] =>
  typeof value === 'string' ? mask(value) : { text: mask(value.text) };

/** More would cover what is worked with: a success goes, the others wait for their turn. */
export const MOST_NOTICES = 4;

const initialState: WithNotices['notice'] = { shown: [], next: 1 };

const slice = createSlice({
  name: 'notice',
  initialState,
  reducers: {
    noticed: {
      prepare: (tone: NoticeTone, text: string, ...values: Value[]) => ({
        payload: { tone, text, values: values.map(masked) },
      }),
      reducer: (state, { payload }: PayloadAction<Omit<Notice, 'id'>>) => ({
        // The same words of the same thing say nothing new; reasons do not tell them apart.
        shown: [
          ...state.shown.filter(
            ({ id, tone, text, values }) =>
              (tone !== 'success' || id > state.next - MOST_NOTICES) &&
              `${[text, values]}` !== `${[payload.text, payload.values]}`,
          ),
          { ...payload, id: state.next },
        ],
        next: state.next + 1,
      }),
    },
    noticeGone: (state, { payload }: PayloadAction<number>) => ({
      ...state,
      shown: state.shown.filter(({ id }) => id !== payload),
    }),
  },
});

export type Translate = (text: string, values: Record<string, string>) => string;

/** A reason in the language of `t`: what it begins with may be a text of ours, its details are the core's. */
export function reasonText(reason: string, t: Translate): MaskedText {
  const [, sentence = reason, details = ''] = /^(.+?)((?:: | \().+)$/s.exec(reason) ?? [];
  const whole = t(reason, {});
  return mask(whole === reason ? [t(sentence, {}), details].join('') : whole);
}

export const { noticed, noticeGone } = slice.actions;
export const notice = slice.reducer;

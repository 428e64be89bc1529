import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { MaskedText } from '../../../media/masking/maskedText.ts';
import { mask } from '../mask.ts';

export type NoticeTone = 'success' | 'info' | 'warning' | 'error';

/** A value that is translated if it is a text of the catalog. */
export interface Translatable {
  text: string;
}

/** Plain strings are never translated: a channel may be named "Settings". */
type Value = string | Translatable;

/** `text` is an English text of the catalog with `{{0}}` for `values`, translated where it is shown. */
export interface Notice {
  id: number;
  tone: NoticeTone;
  text: string;
  values: readonly (MaskedText | { text: MaskedText })[];
  undo?: UndoableSave | undefined;
}

/** A save that was just stored. `at`: of its revision, in milliseconds since 1970. */
export interface UndoableSave {
  channel: string;
  at: number;
}

export interface WithNotices {
  notice: {
    shown: readonly Notice[];
    next: number;
    /** Goes with the next notice that reports a save. */
    undoable?: UndoableSave | undefined;
  };
}

const masked = (value: Value): Notice['values'][number] =>
  typeof value === 'string' ? mask(value) : { text: mask(value.text) };

/** Further ones drop a success, or wait. */
export const MOST_NOTICES = 4;

type NoticedAction = PayloadAction<Omit<Notice, 'id'>, string, { isSave: boolean }>;

const initialState: WithNotices['notice'] = { shown: [], next: 1 };

const slice = createSlice({
  name: 'notice',
  initialState,
  reducers: {
    noticed: {
      /** `saved`: a success that reports a save, and offers to undo it if that is possible. */
      prepare: (tone: NoticeTone | 'saved', text: string, ...values: Value[]) => ({
        payload: { tone: tone === 'saved' ? 'success' : tone, text, values: values.map(masked) },
        meta: { isSave: tone === 'saved' },
      }),
      reducer: (state, { payload, meta: { isSave } }: NoticedAction): WithNotices['notice'] => ({
        // A repeated notice about the same thing replaces the old one, even with another reason.
        shown: [
          ...state.shown.filter(
            ({ id, tone, text, values }) =>
              (tone !== 'success' || id > state.next - MOST_NOTICES) &&
              `${[text, values]}` !== `${[payload.text, payload.values]}`,
          ),
          { ...payload, id: state.next, ...(isSave && { undo: state.undoable }) },
        ],
        next: state.next + 1,
        undoable: isSave ? undefined : state.undoable,
      }),
    },
    /** Older saves can only be restored, so their notices no longer offer it. */
    undoOffered: (state, { payload: undoable }: PayloadAction<UndoableSave | undefined>) => ({
      ...state,
      shown: undoable ? state.shown.map(({ undo: _, ...notice }) => notice) : state.shown,
      undoable,
    }),
    noticeGone: (state, { payload }: PayloadAction<number>) => ({
      ...state,
      shown: state.shown.filter(({ id }) => id !== payload),
    }),
  },
});

export type Translate = (text: string, values: Record<string, string>) => string;

/** Translates a reason: its start may be a text of the catalog, its details come untranslated from the core. */
export function reasonText(reason: string, t: Translate): MaskedText {
  const [, sentence = reason, details = ''] = /^(.+?)((?:: | \().+)$/s.exec(reason) ?? [];
  const translated = t(reason, {});
  return mask(translated === reason ? [t(sentence, {}), details].join('') : translated);
}

/** Undoes a save right after it, as the notice about it offers. */
export const undoRequested = createAction<UndoableSave>('notice/undoRequested');

export const { noticed, noticeGone, undoOffered } = slice.actions;
export const notice = slice.reducer;

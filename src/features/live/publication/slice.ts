import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Intent } from '../../../media/channel/publicationState.ts';
import { statusFetched } from '../channel/slice.ts';

/** `id` is a process id, here and below. */
export const publicationSwitched = createAction<{ id: string; on: boolean }>('publication/switched');
export const publicationReconnectRequested = createAction<string>('publication/reconnectRequested');
export const allSwitched = createAction<{ channel: string; on: boolean; group?: string }>('publication/allSwitched');
export const publicationDeletionConfirmed = createAction<{ channel: string; id: string }>(
  'publication/deletionConfirmed',
);

/** Sets up the first recording of a channel and starts it. */
export const recordingRequested = createAction<string>('publication/recordingRequested');
export const recordingWanted = createAction<string>('publication/recordingWanted');

export const publicationDeleted = createAction<{ id: string }>('publication/deleted');
export const publicationDeletionFailed = createAction('publication/deletionFailed');

export interface Publications {
  /** Commands in flight. `settledAt`: when the core carried it out (ms), 0 before. */
  asked: Readonly<Record<string, { intent: Intent; settledAt: number }>>;
  refused: Readonly<Record<string, string>>;
  /** Publications that were live when stopped a moment ago. */
  undo: readonly string[];
  landed: string | null;
  preparing: string | null;
}

export interface WithPublications {
  publication: Publications;
}

const without = <T>(record: Readonly<Record<string, T>>, ids: readonly string[]): Readonly<Record<string, T>> =>
  ids.some((id) => id in record)
    ? Object.fromEntries(Object.entries(record).filter(([id]) => !ids.includes(id)))
    : record;

const slice = createSlice({
  name: 'publication',
  initialState: {
    asked: {},
    refused: {},
    undo: [],
    landed: null,
    preparing: null,
  } as Publications,
  reducers: {
    asked: (
      state,
      { payload: { ids, intent } }: PayloadAction<{ ids: readonly string[]; intent: Intent }>,
    ): Publications => ({
      ...state,
      asked: { ...state.asked, ...Object.fromEntries(ids.map((id) => [id, { intent, settledAt: 0 }])) },
      refused: without(state.refused, ids),
    }),
    settled: (state, { payload: { id, at } }: PayloadAction<{ id: string; at: number }>): Publications => {
      const before = state.asked[id];
      return before ? { ...state, asked: { ...state.asked, [id]: { ...before, settledAt: at } } } : state;
    },
    refused: (state, { payload: { id, reason } }: PayloadAction<{ id: string; reason: string }>): Publications => ({
      ...state,
      asked: without(state.asked, [id]),
      refused: { ...state.refused, [id]: reason },
    }),
    undoOffered: (state, { payload: id }: PayloadAction<string>): Publications => ({
      ...state,
      undo: [...state.undo, id],
    }),
    undoOver: (state, { payload: id }: PayloadAction<string>): Publications => ({
      ...state,
      undo: state.undo.filter((item) => item !== id),
    }),
    landed: (state, { payload }: PayloadAction<string | null>): Publications => ({ ...state, landed: payload }),
    recordingPrepared: (state): Publications => ({ ...state, preparing: null }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(recordingRequested, (state, { payload }): Publications => ({ ...state, preparing: payload }))
      .addCase(statusFetched, (state, { payload: { askedAt, watched } }): Publications => {
        if (watched === null) return state;
        const done = Object.entries(state.asked).flatMap(([id, { settledAt }]) =>
          settledAt > 0 && askedAt >= settledAt ? [id] : [],
        );
        const left = without(state.asked, done);
        return left === state.asked ? state : { ...state, asked: left };
      }),
});

export const { asked, settled, refused, undoOffered, undoOver, landed, recordingPrepared } = slice.actions;
export const publication = slice.reducer;

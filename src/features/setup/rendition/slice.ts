import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { CpuSaving } from '../../../media/renditions/duplicateEncodings.ts';
import type { stateOf } from '../../../media/run/progress.ts';

export interface Reader {
  id: string;
  name: string;
}

export interface Twins {
  readers: readonly Reader[];
  /** Texts such as "H.264 (libx264)" and "720". */
  encoder: string;
  size: string;
  saving: CpuSaving | null;
  /** Whether one process can serve them all. */
  shareable: boolean;
}

export interface SharedEncoding {
  id: string;
  name: string;
  state: ReturnType<typeof stateOf>;
  encoder: string;
  size: string;
  readers: readonly Reader[];
  saving: CpuSaving | null;
}

export interface Encodings {
  twins: readonly Twins[];
  shared: readonly SharedEncoding[];
  rungs: readonly { lines: number; size: string }[];
}

export type Renditions =
  | { status: 'idle' }
  | { status: 'loading'; channel: string }
  | { status: 'failed'; channel: string; reason: string }
  | { status: 'open'; channel: string; encodings: Encodings; busy: boolean };

export interface WithRendition {
  rendition: Renditions;
}

export const renditionsOpened = createAction<string>('rendition/opened');
export const renditionsClosed = createAction('rendition/closed');
export const encodeOnceRequested = createAction<{ channel: string; ids: readonly string[] }>('rendition/encodeOnce');
/** `lines`: height of the size to add. */
export const rungRequested = createAction<{ channel: string; lines: number }>('rendition/rungRequested');
export const renditionDeletionConfirmed = createAction<{ channel: string; id: string }>('rendition/deletionConfirmed');

const slice = createSlice({
  name: 'rendition',
  initialState: { status: 'idle' } as Renditions,
  reducers: {
    encodingsFound: (state, { payload }: PayloadAction<{ channel: string; encodings: Encodings }>): Renditions =>
      'channel' in state && state.channel === payload.channel ? { status: 'open', ...payload, busy: false } : state,
    encodingsUnread: (state, { payload }: PayloadAction<{ channel: string; reason: string }>): Renditions =>
      'channel' in state && state.channel === payload.channel ? { status: 'failed', ...payload } : state,
  },
  extraReducers: (builder) =>
    builder
      .addCase(renditionsOpened, (_, { payload: channel }): Renditions => ({ status: 'loading', channel }))
      .addCase(renditionsClosed, (): Renditions => ({ status: 'idle' }))
      .addMatcher(
        (action) =>
          encodeOnceRequested.match(action) || rungRequested.match(action) || renditionDeletionConfirmed.match(action),
        (state): Renditions => (state.status === 'open' ? { ...state, busy: true } : state),
      ),
});

export const { encodingsFound, encodingsUnread } = slice.actions;
export const rendition = slice.reducer;

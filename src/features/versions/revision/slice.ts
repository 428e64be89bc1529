import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { DifferenceRow } from '../../../media/revision/describeDifferences.ts';
import type { RestorePlan } from '../../../media/revision/restorePlan.ts';

export interface ShownRevision {
  /** Milliseconds since 1970. Identifies it within its channel. */
  at: number;
  by: string;
  rows: readonly DifferenceRow[];
  lostFiles: readonly string[];
  /** false: the channel did not exist before. */
  restorable: boolean;
}

export interface DeletedChannel {
  channel: string;
  name: string;
  at: number;
}

export interface RestorePreview extends Omit<RestorePlan, 'steps'> {
  at: number;
}

interface FoundVersions {
  /** Null: stored by a newer version of the interface. */
  list: readonly ShownRevision[] | null;
  deleted: readonly DeletedChannel[];
}

type Versions =
  | { status: 'closed' }
  | { status: 'loading'; channel: string }
  | { status: 'failed'; channel: string; reason: string }
  | ({
      status: 'open';
      channel: string;
      preview: RestorePreview | null;
      busy: 'previewing' | 'restoring' | null;
    } & FoundVersions);

export interface WithVersions {
  revision: Versions;
}

/** `channel`: '' for the website and other settings of the installation. */
export const versionsOpened = createAction<string>('revision/opened');
export const versionsClosed = createAction('revision/closed');
export const previewRequested = createAction<number>('revision/previewRequested');
export const restoreConfirmed = createAction('revision/restoreConfirmed');

const initialState: Versions = { status: 'closed' };

const slice = createSlice({
  name: 'revision',
  initialState: initialState as Versions,
  reducers: {
    versionsFound: (state, { payload }: PayloadAction<FoundVersions>): Versions => {
      if (state.status === 'closed') return state;
      const { channel } = state;
      const { preview, busy } = state.status === 'open' ? state : { preview: null, busy: null };
      return { status: 'open', channel, preview, busy, ...payload };
    },
    versionsUnread: (state, { payload: reason }: PayloadAction<string>): Versions =>
      state.status === 'loading' ? { status: 'failed', channel: state.channel, reason } : state,
    previewFound: (state, { payload: preview }: PayloadAction<RestorePreview | null>): Versions =>
      state.status === 'open' ? { ...state, preview, busy: null } : state,
    previewLeft: (state): Versions => (state.status === 'open' ? { ...state, preview: null } : state),
  },
  extraReducers: (builder) =>
    builder
      .addCase(versionsOpened, (_, { payload: channel }): Versions => ({ status: 'loading', channel }))
      .addCase(versionsClosed, (): Versions => ({ status: 'closed' }))
      .addCase(
        previewRequested,
        (state): Versions => (state.status === 'open' ? { ...state, busy: 'previewing' } : state),
      )
      .addCase(
        restoreConfirmed,
        (state): Versions => (state.status === 'open' ? { ...state, busy: 'restoring' } : state),
      ),
});

export const { versionsFound, versionsUnread, previewFound, previewLeft } = slice.actions;
export const revision = slice.reducer;

import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { BundleSelection } from '../../../media/bundle/bundle.ts';
import type { MaskedText } from '../../../media/masking/maskedText.ts';

/** Bytes of settings and files, before they are packed. */
export interface ExportSizes {
  /** By channel id. */
  channels: Readonly<Record<string, number>>;
  /** What belongs to no channel: website, schedule, alarms. */
  others: number;
}

export interface ExportFile {
  name: string;
  content: Blob;
}

export type ExportState =
  | { status: 'none' }
  | { status: 'reading' }
  | { status: 'unread'; reason: MaskedText }
  /** `file` is downloaded as soon as it is there. */
  | { status: 'ready'; sizes: ExportSizes; busy: boolean; file: ExportFile | null; failure: ExportFailure | null };

/** `text` of the catalog with `{{0}}` for `values`. */
export interface ExportFailure {
  text: string;
  values: readonly string[];
}

export interface WithExport {
  bundleExport: ExportState;
}

export interface ExportOrder {
  selection: BundleSelection;
  /** null leaves secrets out. */
  passphrase: string | null;
}

export const exportOpened = createAction('export/opened');
export const exportClosed = createAction('export/closed');
export const exportRequested = createAction<ExportOrder>('export/requested');

const slice = createSlice({
  name: 'bundleExport',
  initialState: { status: 'none' } as ExportState,
  reducers: {
    exportReading: (): ExportState => ({ status: 'reading' }),
    exportUnread: (_, { payload: reason }: PayloadAction<MaskedText>): ExportState => ({ status: 'unread', reason }),
    exportRead: (_, { payload: sizes }: PayloadAction<ExportSizes>): ExportState => ({
      ...{ status: 'ready', sizes },
      ...{ busy: false, file: null, failure: null },
    }),
    exportMade: (state, { payload: file }: PayloadAction<ExportFile>): ExportState =>
      state.status === 'ready' ? { ...state, busy: false, file } : state,
    exportFailed: (state, { payload: failure }: PayloadAction<ExportFailure>): ExportState =>
      state.status === 'ready' ? { ...state, busy: false, failure } : state,
    exportTaken: (state): ExportState => (state.status === 'ready' ? { ...state, file: null } : state),
  },
  extraReducers: (builder) =>
    builder
      .addCase(
        exportRequested,
        (state): ExportState => (state.status === 'ready' ? { ...state, busy: true, failure: null } : state),
      )
      .addCase(exportClosed, (): ExportState => ({ status: 'none' })),
});

export const { exportReading, exportUnread, exportRead, exportMade, exportFailed, exportTaken } = slice.actions;
export const bundleExport = slice.reducer;

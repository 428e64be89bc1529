import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { CoderSettings, Source } from '../../../media/encoding/profile.ts';
import type { MediaType } from '../../../media/encoding/streams.ts';
import type { Refusal } from '../../shared/image/checkImage.ts';

export interface LoopTarget {
  channel: string;
  type: MediaType;
}

export type PreparedFile = LoopTarget & { settings: CoderSettings };

/** State of a picked file. `share`: from 0 to 1; null: unknown. */
export type Upload =
  | { status: 'sending'; share: number }
  | { status: 'checking' }
  | { status: 'preparing'; share: number | null }
  | { status: 'refused'; refusal: Refusal };

export interface LoopFiles {
  current: (LoopTarget & { name: string; upload: Upload }) | null;
  /** Files that this page has uploaded; those not saved are removed when the form is left. */
  made: readonly { channel: string; path: string }[];
}

export interface WithMediaFile {
  mediaFile: LoopFiles;
}

/** Whether the form still has a source for the file; it may have changed during the upload. */
export const isFor = ({ channel, type }: LoopTarget, open: string, sources: Record<MediaType, { type: string }>) =>
  channel === open && sources[type].type === `${type}loop`;

export const isUploading = ({ mediaFile: { current } }: WithMediaFile, channel: string) =>
  current?.channel === channel && current.upload.status !== 'refused';

export const withFile = <S extends Record<MediaType, Source>>(sources: S, { type, settings }: PreparedFile): S => ({
  ...sources,
  [type]: { ...sources[type], settings: { ...sources[type].settings, ...settings } },
});

export const filePicked = createAction<LoopTarget & { file: File }>('mediaFile/picked');
export const uploadLeft = createAction('mediaFile/uploadLeft');
/** The file is ready on the core; the payload has the settings of the source. */
export const filePrepared = createAction<PreparedFile>('mediaFile/prepared');
export const formsLeft = createAction('mediaFile/formsLeft');

const slice = createSlice({
  name: 'mediaFile',
  initialState: { current: null, made: [] } as LoopFiles,
  reducers: {
    uploadChanged: (files, { payload: upload }: PayloadAction<Upload>): LoopFiles =>
      files.current ? { ...files, current: { ...files.current, upload } } : files,
    fileMade: (files, { payload: file }: PayloadAction<LoopFiles['made'][number]>): LoopFiles => ({
      ...files,
      made: [...files.made, file],
    }),
    filesSwept: (files, { payload: removed }: PayloadAction<readonly string[]>): LoopFiles => ({
      ...files,
      made: files.made.filter(({ path }) => !removed.includes(path)),
    }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(
        filePicked,
        (files, { payload: { channel, type, file } }): LoopFiles => ({
          ...files,
          current: { channel, type, name: file.name, upload: { status: 'sending', share: 0 } },
        }),
      )
      .addCase(uploadLeft, (files): LoopFiles => ({ ...files, current: null }))
      .addCase(filePrepared, (files): LoopFiles => ({ ...files, current: null })),
});

export const { uploadChanged, fileMade, filesSwept } = slice.actions;
export const mediaFile = slice.reducer;

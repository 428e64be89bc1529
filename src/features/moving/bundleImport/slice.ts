import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { BundleText } from '../../../media/bundle/bundle.ts';
import type { ImportChoices, ImportConflict } from '../../../media/bundle/importPlan.ts';
import type { MaskedText } from '../../../media/masking/maskedText.ts';
import type { Phrase } from '../../../media/revision/describeDifferences.ts';
import type { FileChannel, ImportPreview } from './importPreview.ts';

interface ReadFile {
  /** Of the file. */
  name: string;
  channels: readonly FileChannel[];
  /** `database`: of a core, with all secrets in plain text. */
  origin: 'bundle' | 'database';
  secrets: 'omitted' | 'included' | 'locked';
  hasServers: boolean;
}

export interface ImportOutcome {
  done: number;
  of: number;
  /** null: everything was imported. */
  failure: { subject: Phrase; reason: MaskedText } | null;
  cancelled: boolean;
}

interface ConfirmedFile {
  name: string;
  /** Shown in the confirmed preview. */
  conflicts: readonly ImportConflict[];
}

/** `preview` is what was shown when the operator confirmed. Nothing is written before `running`. */
export type ImportState =
  | { status: 'none'; refusal: (BundleText & { name: string }) | null }
  | { status: 'reading'; name: string }
  | { status: 'locked'; name: string; isWrong: boolean; busy: boolean }
  | {
      status: 'planned';
      file: ReadFile;
      choices: ImportChoices;
      preview: ImportPreview;
      busy: boolean;
      /** Something on the core has changed since the preview was made. */
      isRenewed: boolean;
    }
  | ({ status: 'running'; done: number; of: number; cancelled: boolean } & ConfirmedFile)
  | ({ status: 'done'; outcome: ImportOutcome; busy: boolean; refusal: TakeBackRefusal | null } & ConfirmedFile);

/** Why an import was not taken back. `isPartial`: a part of it was. */
export type TakeBackRefusal = { isPartial: boolean } & ({ kind: 'changed' } | { kind: 'failed'; reason: MaskedText });

export interface WithImport {
  bundleImport: ImportState;
}

export const importFilePicked = createAction<File>('import/filePicked');
export const passphraseEntered = createAction<string>('import/passphraseEntered');
export const passphraseSkipped = createAction('import/passphraseSkipped');
export const importConfirmed = createAction('import/confirmed');
export const importCancelled = createAction('import/cancelled');
export const takeBackRequested = createAction('import/takeBackRequested');
/** Before the import begins, or after it has ended. */
export const importClosed = createAction('import/closed');

const none = (): ImportState => ({ status: 'none', refusal: null });

function nameIn(state: ImportState): string {
  if (state.status === 'planned') return state.file.name;
  return 'name' in state ? state.name : '';
}

const slice = createSlice({
  name: 'bundleImport',
  initialState: none(),
  reducers: {
    importRefused: (state, { payload }: PayloadAction<BundleText>): ImportState => ({
      status: 'none',
      refusal: { ...payload, name: nameIn(state) },
    }),
    importLocked: (state, { payload: isWrong }: PayloadAction<boolean>): ImportState =>
      state.status === 'reading' || state.status === 'locked'
        ? { status: 'locked', name: state.name, isWrong, busy: false }
        : state,
    importPlanned: (
      _,
      { payload }: PayloadAction<Omit<Extract<ImportState, { status: 'planned' }>, 'status' | 'busy'>>,
    ): ImportState => ({ status: 'planned', ...payload, busy: false }),
    importChosen: (state, { payload }: PayloadAction<Partial<ImportChoices>>): ImportState =>
      state.status === 'planned' ? { ...state, choices: { ...state.choices, ...payload }, busy: true } : state,
    importProgressed: (state, { payload: { done, of } }: PayloadAction<{ done: number; of: number }>): ImportState => {
      if (state.status === 'running') return { ...state, done, of };
      return state.status === 'planned'
        ? {
            ...{ status: 'running', done, of, cancelled: false },
            ...{ name: state.file.name, conflicts: state.preview.conflicts },
          }
        : state;
    },
    importEnded: (state, { payload: outcome }: PayloadAction<ImportOutcome>): ImportState =>
      state.status === 'running'
        ? {
            ...{ status: 'done', outcome, busy: false, refusal: null },
            ...{ name: state.name, conflicts: state.conflicts },
          }
        : state,
    takeBackRefused: (state, { payload: refusal }: PayloadAction<TakeBackRefusal>): ImportState =>
      state.status === 'done' ? { ...state, busy: false, refusal } : state,
    takenBack: (): ImportState => none(),
  },
  extraReducers: (builder) =>
    builder
      .addCase(importFilePicked, (_, { payload: { name } }): ImportState => ({ status: 'reading', name }))
      .addCase(
        passphraseEntered,
        (state): ImportState => (state.status === 'locked' ? { ...state, busy: true, isWrong: false } : state),
      )
      .addCase(importConfirmed, (state): ImportState => (state.status === 'planned' ? { ...state, busy: true } : state))
      .addCase(
        importCancelled,
        (state): ImportState => (state.status === 'running' ? { ...state, cancelled: true } : state),
      )
      .addCase(
        takeBackRequested,
        (state): ImportState => (state.status === 'done' ? { ...state, busy: true, refusal: null } : state),
      )
      .addCase(importClosed, (state): ImportState => (state.status === 'running' ? state : none())),
});

export const {
  importRefused,
  importLocked,
  importPlanned,
  importChosen,
  importProgressed,
  importEnded,
  takeBackRefused,
  takenBack,
} = slice.actions;
export const bundleImport = slice.reducer;

import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EdgeKitKind, KitFile } from '../../../media/edge/edgeKitFiles.ts';
import type { KitImages } from '../../../media/edge/kitImages.ts';

export interface WantedKit extends KitImages {
  kind: EdgeKitKind;
  origin: string;
  edges: number;
  mostViewers: number;
}

/** Image names of docs/scaling.md. */
export const BUILT_IMAGES: KitImages = { image: 'sluice-edge:latest', coreImage: 'sluice-embedded:latest' };

/** Response of an edge; `viewers` is null if it is not the response of an edge. */
export interface EdgeAnswer {
  address: string;
  viewers: number | null;
}

interface EdgeKitState {
  files: readonly KitFile[];
  refused: 'origin' | keyof KitImages | 'notLoaded' | null;
  check: { status: 'idle' } | { status: 'running' } | { status: 'answered'; answers: readonly EdgeAnswer[] };
}

export interface WithEdgeKit {
  edgeKit: EdgeKitState;
}

/** Loads the saga of this screen. */
export const edgeKitOpened = createAction('edgeKit/opened');
export const edgeKitRequested = createAction<WantedKit>('edgeKit/requested');
export const edgeCheckRequested = createAction<readonly string[]>('edgeKit/checkRequested');
export const edgeKitClosed = createAction('edgeKit/closed');

const initialState: EdgeKitState = { files: [], refused: null, check: { status: 'idle' } };

const slice = createSlice({
  name: 'edgeKit',
  initialState,
  reducers: {
    edgeKitMade: (state, { payload: files }: PayloadAction<readonly KitFile[]>): EdgeKitState => ({
      ...state,
      files,
      refused: null,
    }),
    edgeKitRefused: (state, { payload: refusal }: PayloadAction<EdgeKitState['refused']>): EdgeKitState => ({
      ...state,
      files: [],
      refused: refusal,
    }),
    edgesAnswered: (state, { payload: answers }: PayloadAction<readonly EdgeAnswer[]>): EdgeKitState => ({
      ...state,
      check: { status: 'answered', answers },
    }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(edgeCheckRequested, (state): EdgeKitState => ({ ...state, check: { status: 'running' } }))
      .addCase(edgeKitClosed, () => initialState),
});

export const { edgeKitMade, edgeKitRefused, edgesAnswered } = slice.actions;
export const edgeKit = slice.reducer;

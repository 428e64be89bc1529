import { createSlice } from '@reduxjs/toolkit';
import type { Progress } from '../../../media/progress.ts';
import { sameJson } from '../../../media/sameJson.ts';
import { type ProcessAnswer, processesFetched } from '../../channel/processes.ts';

/** How the renditions of the channel in view are, by process id. */
export type RenditionStates = NonNullable<ProcessAnswer['renditions']>;

export interface WithRenditions {
  rendition: RenditionStates;
}

const NONE: RenditionStates = {};

const slice = createSlice({
  name: 'rendition',
  initialState: NONE,
  reducers: {},
  extraReducers: (builder) =>
    builder.addCase(
      processesFetched,
      (state, { payload: { renditions = NONE } }): RenditionStates =>
        sameJson(state, renditions) ? state : renditions,
    ),
});
export const rendition = slice.reducer;

/** By then the first segments are written. */
const WRITTEN_S = 5;

/** Whether there is something to read. */
export const flows = (progress: Progress | undefined): boolean =>
  progress?.status === 'connected' ||
  (progress?.status === 'connecting' && (progress.counts?.seconds ?? 0) >= WRITTEN_S);

/** Why a publication has nothing to read; null: it has, or nobody can tell. */
export function behindOf(progress: Progress | undefined): 'starting' | 'failing' | null {
  if (progress === undefined || progress.status === 'unknown' || flows(progress)) return null;
  return progress.order === 'start' && ['error', 'disconnected'].includes(progress.status) ? 'failing' : 'starting';
}

import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Resources } from '../../../media/coreInfo/resources.ts';

export const resourcesShown = createAction('resource/shown');
export const resourcesHidden = createAction('resource/hidden');

/** `cpuLately`: percent, newest last. */
type ResourceState = Resources & { cpuLately: readonly number[] };

export interface WithResources {
  resource: ResourceState | null;
}

/** About ten seconds of samples. A shorter peak is not reported. */
const LATELY = 4;

/** Returns the lowest CPU percent of the recent samples, or null if there are too few. */
export const steadyCpuIn = ({ resource }: WithResources): number | null =>
  resource && resource.cpuLately.length === LATELY ? Math.min(...resource.cpuLately) : null;

/** Returns the mean CPU percent of the last two samples, for processes that are slow at the moment. */
export const recentCpuIn = ({ resource }: WithResources): number | null => {
  const recent = resource?.cpuLately.slice(-2) ?? [];
  return recent.length === 2 ? recent.reduce((sum, percent) => sum + percent, 0) / 2 : null;
};

const slice = createSlice({
  name: 'resource',
  initialState: null as ResourceState | null,
  reducers: {
    resourcesSeen: (before, { payload }: PayloadAction<Resources>): ResourceState => ({
      ...payload,
      cpuLately: [...(before?.cpuLately ?? []), payload.cpu.percent ?? 0].slice(-LATELY),
    }),
  },
});

export const { resourcesSeen } = slice.actions;
export const resource = slice.reducer;

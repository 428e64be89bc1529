import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Resources } from '../../../media/coreInfo/resources.ts';

/** The footer is on screen. */
export const resourcesShown = createAction('resource/shown');
export const resourcesHidden = createAction('resource/hidden');

/** `cpuLately`: percent, newest last. */
type ResourceState = Resources & { cpuLately: readonly number[] };

export interface WithResources {
  resource: ResourceState | null;
}

/** A moment in which everything is in use is nothing to speak of; ten seconds are. */
const LATELY = 4;

/** What has been in use all along; null until that is known. */
export const steadyCpuIn = ({ resource }: WithResources): number | null =>
  resource && resource.cpuLately.length === LATELY ? Math.min(...resource.cpuLately) : null;

/** Of the last seconds: what somebody who is slow just now was given. */
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

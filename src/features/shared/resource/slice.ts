import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Resources } from '../../../media/coreInfo/resources.ts';

export const resourcesShown = createAction('resource/shown');
export const resourcesHidden = createAction('resource/hidden');

/**
 * CPU in percent. `cpuLately`: newest last; `cpuSteady`: rises once the last samples are all above it, and falls once
 * all are below it; null: too few samples.
 */
type ResourceState = Resources & { cpuLately: readonly number[]; cpuSteady: number | null };

export interface WithResources {
  resource: ResourceState | null;
}

/** About ten seconds of samples: a shorter peak is not reported. About thirty: what was reported does not flicker. */
const LATELY = { rise: 4, fall: 12 };

/** Returns the CPU percent without short peaks and dips, or null if it is unknown. */
export const steadyCpuIn = ({ resource }: WithResources): number | null => resource?.cpuSteady ?? null;

const steadyAmong = (lately: readonly number[], before: number): number | null =>
  lately.length < LATELY.rise
    ? null
    : Math.max(Math.min(...lately.slice(-LATELY.rise)), Math.min(before, Math.max(...lately)));

/** Returns the mean CPU percent of the last two samples, for processes that are slow at the moment. */
export const recentCpuIn = ({ resource }: WithResources): number | null => {
  const recent = resource?.cpuLately.slice(-2) ?? [];
  return recent.length === 2 ? recent.reduce((sum, percent) => sum + percent, 0) / 2 : null;
};

const slice = createSlice({
  name: 'resource',
  initialState: null as ResourceState | null,
  reducers: {
    resourcesSeen: (before, { payload }: PayloadAction<Resources>): ResourceState => {
      const cpuLately = [...(before?.cpuLately ?? []), payload.cpu.percent ?? 0].slice(-LATELY.fall);
      return { ...payload, cpuLately, cpuSteady: steadyAmong(cpuLately, before?.cpuSteady ?? 0) };
    },
  },
});

export const { resourcesSeen } = slice.actions;
export const resource = slice.reducer;

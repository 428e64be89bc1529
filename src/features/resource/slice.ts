import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Resources } from '../../media/resources.ts';

/** The footer is on screen. */
export const resourcesShown = createAction('resource/shown');
export const resourcesHidden = createAction('resource/hidden');

export interface WithResources {
  resource: Resources | null;
}

const slice = createSlice({
  name: 'resource',
  initialState: null as Resources | null,
  reducers: { resourcesSeen: (_, { payload }: PayloadAction<Resources>): Resources => payload },
});

export const { resourcesSeen } = slice.actions;
export const resource = slice.reducer;

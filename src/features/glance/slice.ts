import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Progress } from '../../media/progress.ts';
import { connectionLost } from '../connection/slice.ts';

export type States = Readonly<Record<string, Progress['state']>>;

/** What is seen of channels besides the selected one, while their thumbnails are on screen. All by channel id. */
export interface Glance {
  /** The channels on screen. */
  shown: readonly string[];
  states: States;
  /** When the snapshot was taken, for those that have one. Kept while nobody looks: an old picture is still a picture. */
  pictures: Readonly<Record<string, number>>;
}

const slice = createSlice({
  name: 'glance',
  initialState: { shown: [], states: {}, pictures: {} } as Glance,
  reducers: {
    /** An empty list: nobody looks any more. What was true then need not be true when they look again. */
    channelsShown: (glance, { payload: shown }: PayloadAction<readonly string[]>): Glance => ({
      ...glance,
      shown,
      states: shown.length === 0 ? {} : glance.states,
    }),
    statesSeen: (glance, { payload }: PayloadAction<States>): Glance =>
      glance.shown.length === 0 ? glance : { ...glance, states: { ...glance.states, ...payload } },
    picturesSeen: (glance, { payload: pictures }: PayloadAction<Glance['pictures']>): Glance => ({
      ...glance,
      pictures,
    }),
  },
  // What was true before need not be true any more.
  extraReducers: (builder) => builder.addCase(connectionLost, (glance): Glance => ({ ...glance, states: {} })),
});

export const { channelsShown, statesSeen, picturesSeen } = slice.actions;
export const glance = slice.reducer;

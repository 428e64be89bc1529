import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Progress } from '../../media/progress.ts';
import { connectionLost } from '../connection/slice.ts';
import { ingestSeen } from '../ingest/slice.ts';

export type States = Readonly<Record<string, Progress['state']>>;

/** What is seen of channels where nobody watches one closely: on thumbnails, and in the header. All by channel id. */
export interface Glance {
  /** The channels whose thumbnails are on screen. */
  shown: readonly string[];
  /** The selected one, while its state in the header comes from here. */
  header: string | null;
  states: States;
  /** When the snapshot was taken, for those that have one. Kept while nobody looks: an old picture is still a picture. */
  pictures: Readonly<Record<string, number>>;
}

/** What is said of a channel that the core has no process of. */
export const GONE: Progress['state'] = 'disconnected';

export interface WithGlance {
  glance: Glance;
}

/** The channels whose state somebody sees. */
export const seenIn = ({ shown, header }: Omit<Glance, 'states' | 'pictures'>): readonly string[] =>
  header === null || shown.includes(header) ? shown : [...shown, header];

/** Whether thumbnails are on screen. */
export const browsing = ({ glance }: WithGlance): boolean => glance.shown.length > 0;

const only = (states: States, ids: readonly string[]): States =>
  Object.fromEntries(Object.entries(states).filter(([id]) => ids.includes(id)));

const slice = createSlice({
  name: 'glance',
  initialState: { shown: [], header: null, states: {}, pictures: {} } as Glance,
  reducers: {
    /** An empty list: nobody looks any more. What was true then need not be true when they look again. */
    channelsShown: (glance, { payload: shown }: PayloadAction<readonly string[]>): Glance => ({
      ...glance,
      shown,
      states: shown.length === 0 ? only(glance.states, seenIn({ ...glance, shown })) : glance.states,
    }),
    /** null: somebody watches it closely, or there is nothing to see of it. */
    headerShown: (glance, { payload: header }: PayloadAction<string | null>): Glance => ({ ...glance, header }),
    statesSeen: (glance, { payload }: PayloadAction<States>): Glance => ({
      ...glance,
      states: { ...glance.states, ...only(payload, seenIn(glance)) },
    }),
    picturesSeen: (glance, { payload: pictures }: PayloadAction<Glance['pictures']>): Glance => ({
      ...glance,
      pictures,
    }),
  },
  // What was true before need not be true any more.
  extraReducers: (builder) =>
    builder
      .addCase(connectionLost, (glance): Glance => ({ ...glance, states: {} }))
      // What is seen closely is known here too: the header does not lose it between two screens.
      .addCase(ingestSeen, (glance, { payload: { channel, progress } }): Glance => {
        const state = progress?.state ?? GONE;
        if (glance.states[channel] === state) return glance;
        return { ...glance, states: { ...only(glance.states, glance.shown), [channel]: state } };
      }),
});

export const { channelsShown, headerShown, statesSeen, picturesSeen } = slice.actions;
export const glance = slice.reducer;

import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Progress } from '../../media/progress.ts';
import { channelClosed, channelOpened, processesFetched, statesOpened } from '../channel/processes.ts';
import { connectionLost } from '../connection/slice.ts';
import type { WithSeen } from '../seen/slice.ts';

export type ProgressStates = Readonly<Record<string, Progress['status']>>;

/** What is seen of channels where nobody watches one closely: on thumbnails, and in the header. All by channel id. */
export interface Overview {
  /** The channels whose thumbnails are on screen. */
  shown: readonly string[];
  /** The selected one, while its state in the header comes from here. */
  header: string | null;
  /** The one that is watched closely: its states come with its processes. */
  polled: string | null;
  states: ProgressStates;
  /** How many publications fail of a channel that is live. */
  problems: Readonly<Record<string, number>>;
  /** When the snapshot was taken, for those that have one. Kept while nobody looks: an old one still shows something. */
  snapshots: Readonly<Record<string, number>>;
}

/** What is said of a channel that the core has no process of. */
export const GONE: Progress['status'] = 'disconnected';

export interface WithOverview {
  overview: Overview;
}

/** The channels whose state somebody sees. */
export const seenIn = ({ shown, header }: Pick<Overview, 'shown' | 'header'>): readonly string[] =>
  header === null || shown.includes(header) ? shown : [...shown, header];

/** Whether thumbnails are on screen. */
export const browsing = ({ overview }: WithOverview): boolean => overview.shown.length > 0;
/** Whether something on the screen asks for more than usual: then the others ask half as often. */
export const busy = (state: WithOverview & WithSeen): boolean => browsing(state) || state.seen.channel !== null;

const only = <T>(of: Readonly<Record<string, T>>, ids: readonly string[]): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(of).filter(([id]) => ids.includes(id)));

const slice = createSlice({
  name: 'overview',
  initialState: { shown: [], header: null, polled: null, states: {}, problems: {}, snapshots: {} } as Overview,
  reducers: {
    /** An empty list: nobody looks any more. What was true then need not be true when they look again. */
    channelsShown: (overview, { payload: shown }: PayloadAction<readonly string[]>): Overview => {
      if (shown.length > 0) return { ...overview, shown };
      const seen = seenIn({ ...overview, shown });
      return { ...overview, shown, states: only(overview.states, seen), problems: only(overview.problems, seen) };
    },
    /** null: somebody watches it closely, or there is nothing to see of it. */
    headerShown: (overview, { payload: header }: PayloadAction<string | null>): Overview => ({ ...overview, header }),
    statesSeen: (
      overview,
      { payload: { states, problems } }: PayloadAction<Pick<Overview, 'states' | 'problems'>>,
    ): Overview => ({
      ...overview,
      states: { ...overview.states, ...only(states, seenIn(overview)) },
      problems: { ...overview.problems, ...only(problems, seenIn(overview)) },
    }),
    snapshotsSeen: (overview, { payload: snapshots }: PayloadAction<Overview['snapshots']>): Overview => ({
      ...overview,
      snapshots,
    }),
  },
  // What was true before need not be true any more.
  extraReducers: (builder) =>
    builder
      .addCase(channelOpened, (overview, { payload: polled }): Overview => ({ ...overview, polled }))
      .addCase(statesOpened, (overview, { payload: polled }): Overview => ({ ...overview, polled }))
      .addCase(channelClosed, (overview): Overview => ({ ...overview, polled: null }))
      .addCase(connectionLost, (overview): Overview => ({ ...overview, states: {}, problems: {} }))
      // What is seen closely is known here too: the header does not lose it between two screens.
      .addCase(processesFetched, (overview, { payload: { channel, progress } }): Overview => {
        const state = progress?.status ?? GONE;
        if (overview.states[channel] === state) return overview;
        return { ...overview, states: { ...only(overview.states, overview.shown), [channel]: state } };
      }),
});

export const { channelsShown, headerShown, statesSeen, snapshotsSeen } = slice.actions;
export const overview = slice.reducer;

import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type ChannelStatus, lookAfter, lookWith } from '../../media/channelStatus.ts';
import {
  channelClosed,
  channelOpened,
  channelsLooked,
  failureExplained,
  processesFetched,
  statesOpened,
} from '../channel/processes.ts';
import { connectionLost } from '../connection/slice.ts';

/** What is seen of channels where nobody watches one closely: on thumbnails, and in the header. All by channel id. */
export interface Overview {
  /** The channels whose thumbnails are on screen. */
  shown: readonly string[];
  /** Why they failed is on screen too. */
  reasons: boolean;
  /** The selected one, while its state in the header comes from here. */
  header: string | null;
  /** The one that is watched closely: its states come with its processes. */
  polled: string | null;
  /** Somebody wants to be told of all of them, whatever is on screen. */
  guarded: boolean;
  looks: Readonly<Record<string, ChannelStatus>>;
  /** When the snapshot was taken, for those that have one. Kept while nobody looks: an old one still shows something. */
  snapshots: Readonly<Record<string, number>>;
}

export interface WithOverview {
  overview: Overview;
}

/** The channels whose state somebody sees. */
export const seenIn = ({ shown, header }: Pick<Overview, 'shown' | 'header'>): readonly string[] =>
  header === null || shown.includes(header) ? shown : [...shown, header];

/** Whether thumbnails are on screen. */
export const isBrowsing = ({ overview }: WithOverview): boolean => overview.shown.length > 0;

const only = <T>(of: Readonly<Record<string, T>>, ids: readonly string[]): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(of).filter(([id]) => ids.includes(id)));

const nothing: Overview = {
  shown: [],
  reasons: false,
  header: null,
  polled: null,
  guarded: false,
  looks: {},
  snapshots: {},
};

const slice = createSlice({
  name: 'overview',
  initialState: nothing,
  reducers: {
    /** An empty list: nobody looks any more. What was true then need not be true when they look again. */
    channelsShown: (overview, { payload: shown }: PayloadAction<readonly string[]>): Overview => {
      if (shown.length > 0) return { ...overview, shown };
      const looks = overview.guarded ? overview.looks : only(overview.looks, seenIn({ ...overview, shown }));
      return { ...overview, shown, looks };
    },
    reasonsShown: (overview, { payload: reasons }: PayloadAction<boolean>): Overview => ({ ...overview, reasons }),
    /** null: somebody watches it closely, or there is nothing to see of it. */
    headerShown: (overview, { payload: header }: PayloadAction<string | null>): Overview => ({ ...overview, header }),
    allGuarded: (overview, { payload: guarded }: PayloadAction<boolean>): Overview => ({ ...overview, guarded }),
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
      .addCase(failureExplained, (overview, { payload: { channel, id, failing } }): Overview => {
        const look = overview.looks[channel];
        if (!look) return overview;
        return { ...overview, looks: { ...overview.looks, [channel]: lookWith(look, id, failing) } };
      })
      .addCase(connectionLost, (overview): Overview => ({ ...overview, looks: {} }))
      // What is seen closely is known here too: the header does not lose it between two screens.
      .addCase(processesFetched, (overview, { payload }): Overview => {
        const look = lookAfter(overview.looks[payload.channel], payload, payload.channel);
        return { ...overview, looks: { ...overview.looks, [payload.channel]: look } };
      })
      .addCase(channelsLooked, (overview, { payload }): Overview => {
        const looks = Object.entries(payload).map(
          ([id, told]) => [id, lookAfter(overview.looks[id], told, id)] as const,
        );
        return { ...overview, looks: { ...overview.looks, ...Object.fromEntries(looks) } };
      }),
});

export const { channelsShown, reasonsShown, headerShown, allGuarded, snapshotsSeen } = slice.actions;
export const overview = slice.reducer;

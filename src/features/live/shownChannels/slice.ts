import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Of which channels somebody sees the state: on thumbnails, and in the header. All by channel id. */
export interface Overview {
  /** The channels whose thumbnails are on screen. */
  shown: readonly string[];
  /** Why they failed is on screen too. */
  reasons: boolean;
  /** The selected one, while its state in the header comes from here. */
  header: string | null;
  /** Somebody wants to be told of all of them, whatever is on screen. */
  guarded: boolean;
  /** When the snapshot was taken, for those that have one. Kept while nobody looks: an old one still shows something. */
  snapshots: Readonly<Record<string, number>>;
}

export interface WithOverview {
  shownChannels: Overview;
}

/** The channels whose state somebody sees. */
export const seenIn = ({ shown, header }: Pick<Overview, 'shown' | 'header'>): readonly string[] =>
  header === null || shown.includes(header) ? shown : [...shown, header];

/** Whether thumbnails are on screen. */
export const isBrowsing = ({ shownChannels: overview }: WithOverview): boolean => overview.shown.length > 0;

const nothing: Overview = {
  shown: [],
  reasons: false,
  header: null,
  guarded: false,
  snapshots: {},
};

const slice = createSlice({
  name: 'shownChannels',
  initialState: nothing,
  reducers: {
    /** An empty list: nobody looks any more. */
    channelsShown: (overview, { payload: shown }: PayloadAction<readonly string[]>): Overview => ({
      ...overview,
      shown,
    }),
    reasonsShown: (overview, { payload: reasons }: PayloadAction<boolean>): Overview => ({ ...overview, reasons }),
    /** null: somebody watches it closely, or there is nothing to see of it. */
    headerShown: (overview, { payload: header }: PayloadAction<string | null>): Overview => ({ ...overview, header }),
    allGuarded: (overview, { payload: guarded }: PayloadAction<boolean>): Overview => ({ ...overview, guarded }),
    snapshotsSeen: (overview, { payload: snapshots }: PayloadAction<Overview['snapshots']>): Overview => ({
      ...overview,
      snapshots,
    }),
  },
});

export const { channelsShown, reasonsShown, headerShown, allGuarded, snapshotsSeen } = slice.actions;
export const overview = slice.reducer;

import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The channels whose state is on the screen: on thumbnails and in the header. All by channel id. */
export interface ShownChannels {
  shown: readonly string[];
  /** Why they failed is on screen too. */
  reasons: boolean;
  /** The selected one, while its state in the header comes from here. */
  header: string | null;
  /** The alarm watches all channels. */
  guarded: boolean;
  /** When the snapshot was taken, for those that have one. Kept while nobody looks: an old one still shows something. */
  snapshots: Readonly<Record<string, number>>;
}

export interface WithShownChannels {
  shownChannels: ShownChannels;
}

export const seenIn = ({ shown, header }: Pick<ShownChannels, 'shown' | 'header'>): readonly string[] =>
  header === null || shown.includes(header) ? shown : [...shown, header];

export const isBrowsing = ({ shownChannels: overview }: WithShownChannels): boolean => overview.shown.length > 0;

const nothing: ShownChannels = {
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
    channelsShown: (overview, { payload: shown }: PayloadAction<readonly string[]>): ShownChannels => ({
      ...overview,
      shown,
    }),
    reasonsShown: (overview, { payload: reasons }: PayloadAction<boolean>): ShownChannels => ({ ...overview, reasons }),
    /** null: somebody watches it closely, or there is nothing to see of it. */
    headerShown: (overview, { payload: header }: PayloadAction<string | null>): ShownChannels => ({
      ...overview,
      header,
    }),
    allGuarded: (overview, { payload: guarded }: PayloadAction<boolean>): ShownChannels => ({ ...overview, guarded }),
    snapshotsSeen: (overview, { payload: snapshots }: PayloadAction<ShownChannels['snapshots']>): ShownChannels => ({
      ...overview,
      snapshots,
    }),
  },
});

export const { channelsShown, reasonsShown, headerShown, allGuarded, snapshotsSeen } = slice.actions;
export const overview = slice.reducer;

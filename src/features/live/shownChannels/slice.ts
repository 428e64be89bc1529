import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface ShownChannels {
  shown: readonly string[];
  /** Whether failure reasons are visible too. */
  reasons: boolean;
  /** The selected channel, while its header state comes from the overview poll. */
  header: string | null;
  guarded: boolean;
  /** Unix seconds. Kept while off-screen, because an old snapshot is better than none. */
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

import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Publisher } from '../../../media/coreInfo/sessions.ts';
import type { MeasuredDelay } from '../../../media/hls/delay.ts';
import type { Loudness } from '../../../media/hls/segment/loudness.ts';
import type { SegmentFigures } from '../../../media/hls/segment/segmentFigures.ts';
import type { SetUp } from '../../../media/process/expectedStreams.ts';
import { channelClosed } from '../channel/slice.ts';

/** What is older than this is no longer how it is. */
const OLD_AFTER_MS = 75_000;

const currentIn = ({ streamInspector: { look } }: WithInspector, now: number) =>
  look.status === 'seen' && now - look.at < OLD_AFTER_MS ? look : null;

/** Since when the channel in view has no sound (ms), its picture stands still, or is black; null: not so, or not known. */
export const silentSinceIn = (state: WithInspector, now: number) =>
  currentIn(state, now) ? state.streamInspector.silentSince : null;
export const frozenSinceIn = ({ streamInspector: seen }: WithInspector) => seen.frozenSince;
export const blackSinceIn = ({ streamInspector: seen }: WithInspector) => seen.blackSince;

/** Seconds from one keyframe to the next, and frames a second, as viewers get them; null: not known. */
export const keyframeIn = (state: WithInspector, now: number) =>
  currentIn(state, now)?.figures.video?.keyframeSeconds ?? null;
export const seenFpsIn = (state: WithInspector, now: number) => currentIn(state, now)?.figures.video?.fps ?? null;

export const farKeyframesIn = (state: WithInspector, now: number) =>
  currentIn(state, now) ? state.streamInspector.farKeyframes : null;

export type StreamLook =
  /** Nothing has come yet, or nothing comes any more. */
  | { status: 'waiting' }
  /** There is a stream, and it cannot be read here. */
  | { status: 'unreadable' }
  /** `loudness` null: no sound, or none that this browser can decode. `at` in ms. */
  | { status: 'seen'; at: number; figures: SegmentFigures; loudness: Loudness | null };

export interface InspectorState {
  channel: string | null;
  setUp: SetUp | null;
  look: StreamLook;
  sender: Publisher | null;
  /** Since when there is no sound, no movement, nothing but black (ms); null: there is, or it is not known. */
  silentSince: number | null;
  frozenSince: number | null;
  blackSince: number | null;
  /** How long the preview is behind the server, in seconds; null: it does not play, or that cannot be measured. */
  delay: MeasuredDelay | null;
  /** Keyframes are too far apart for those that it is sent to. */
  farKeyframes: FarKeyframes | null;
}

export interface FarKeyframes {
  n: number;
  platforms: readonly string[];
  best: number;
  most: number;
}

export interface WithInspector {
  streamInspector: InspectorState;
}

const nothing: InspectorState = {
  channel: null,
  setUp: null,
  look: { status: 'waiting' },
  sender: null,
  silentSince: null,
  frozenSince: null,
  blackSince: null,
  delay: null,
  farKeyframes: null,
};

type NewestPiece = Pick<Extract<StreamLook, { status: 'seen' }>, 'at' | 'figures' | 'loudness'> &
  Pick<InspectorState, 'silentSince' | 'farKeyframes'>;

/** A test pattern that stands still, and a silence that somebody chose, are as they should be. */
const unchosen = (seen: InspectorState): InspectorState => ({
  ...seen,
  ...(seen.setUp?.video?.chosen ? { frozenSince: null, blackSince: null } : {}),
  ...(seen.setUp?.audio?.chosen ? { silentSince: null } : {}),
});

const slice = createSlice({
  name: 'streamInspector',
  initialState: nothing,
  reducers: {
    sourceOpened: ({ delay }, { payload: channel }: PayloadAction<string>): InspectorState => ({
      ...nothing,
      channel,
      delay,
    }),
    sourceClosed: ({ delay }): InspectorState => ({ ...nothing, delay }),
    setUpRead: (seen, { payload: setUp }: PayloadAction<SetUp | null>): InspectorState => unchosen({ ...seen, setUp }),
    segmentSeen: (
      seen,
      { payload: { silentSince, farKeyframes, ...look } }: PayloadAction<NewestPiece>,
    ): InspectorState => unchosen({ ...seen, silentSince, farKeyframes, look: { status: 'seen', ...look } }),
    segmentUnreadable: (seen): InspectorState => ({
      ...seen,
      silentSince: null,
      farKeyframes: null,
      look: { status: 'unreadable' },
    }),
    segmentGone: (seen): InspectorState => ({
      ...nothing,
      ...{ channel: seen.channel, setUp: seen.setUp, delay: seen.delay },
    }),
    senderSeen: (seen, { payload: sender }: PayloadAction<Publisher | null>): InspectorState => ({ ...seen, sender }),
    delayMeasured: (seen, { payload: delay }: PayloadAction<InspectorState['delay']>): InspectorState => ({
      ...seen,
      delay,
    }),
    pictureSeen: (
      seen,
      { payload }: PayloadAction<Pick<InspectorState, 'frozenSince' | 'blackSince'>>,
    ): InspectorState => unchosen({ ...seen, ...payload }),
  },
  extraReducers: (builder) => builder.addCase(channelClosed, () => nothing),
});

export const {
  sourceOpened,
  sourceClosed,
  setUpRead,
  segmentSeen,
  segmentUnreadable,
  segmentGone,
  senderSeen,
  delayMeasured,
  pictureSeen,
} = slice.actions;
export const inspector = slice.reducer;

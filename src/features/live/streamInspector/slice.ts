import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Publisher } from '../../../media/coreInfo/sessions.ts';
import type { MeasuredDelay } from '../../../media/hls/delay.ts';
import type { Loudness } from '../../../media/hls/segment/loudness.ts';
import type { SegmentFigures } from '../../../media/hls/segment/segmentFigures.ts';
import { type LookFacts, NO_LOOK_FACTS } from '../../../media/look/lookReport.ts';
import type { SetUp } from '../../../media/process/expectedStreams.ts';
import { channelClosed } from '../channel/slice.ts';

const OLD_AFTER_MS = 75_000;

const currentIn = ({ streamInspector: { look } }: WithInspector, now: number) =>
  look.status === 'seen' && now - look.at < OLD_AFTER_MS ? look : null;

/** Start of a silent, frozen or black stretch (ms); null if there is none or it is unknown. */
export const silentSinceIn = (state: WithInspector, now: number) =>
  (currentIn(state, now) ? state.streamInspector.silentSince : null) ?? state.streamInspector.reported.silentSince;
export const frozenSinceIn = ({ streamInspector: inspector }: WithInspector) =>
  inspector.frozenSince ?? inspector.reported.frozenSince;
export const blackSinceIn = ({ streamInspector: inspector }: WithInspector) =>
  inspector.blackSince ?? inspector.reported.blackSince;

/** Keyframe interval in seconds and frame rate as viewers get them; null if unknown. */
export const keyframeIn = (state: WithInspector, now: number) =>
  currentIn(state, now)?.figures.video?.keyframeSeconds ?? null;
export const seenFpsIn = (state: WithInspector, now: number) => currentIn(state, now)?.figures.video?.fps ?? null;

export const farKeyframesIn = (state: WithInspector, now: number) =>
  currentIn(state, now) ? state.streamInspector.farKeyframes : null;

export type StreamLook =
  | { status: 'waiting' }
  | { status: 'unreadable' }
  /** `loudness` null: no audio, or none that this browser can decode. `at` in ms. */
  | { status: 'seen'; at: number; figures: SegmentFigures; loudness: Loudness | null };

export interface InspectorState {
  channel: string | null;
  setUp: SetUp | null;
  look: StreamLook;
  sender: Publisher | null;
  /** Milliseconds since 1970; null if there is none or it is unknown. */
  silentSince: number | null;
  frozenSince: number | null;
  blackSince: number | null;
  /** null: the preview is not playing, or its delay cannot be measured. */
  delay: MeasuredDelay | null;
  farKeyframes: FarKeyframes | null;
  /** What the agent has seen. Counts where this page measures nothing, as without a playing preview. */
  reported: LookFacts;
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
  reported: NO_LOOK_FACTS,
};

type NewestPiece = Pick<Extract<StreamLook, { status: 'seen' }>, 'at' | 'figures' | 'loudness'> &
  Pick<InspectorState, 'silentSince' | 'farKeyframes'>;

/** Ignores still pictures and silence that the operator has chosen. */
const unchosen = (state: InspectorState): InspectorState => ({
  ...state,
  ...(state.setUp?.video?.chosen ? { frozenSince: null, blackSince: null } : {}),
  ...(state.setUp?.audio?.chosen ? { silentSince: null } : {}),
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
    setUpRead: (state, { payload: setUp }: PayloadAction<SetUp | null>): InspectorState =>
      unchosen({ ...state, setUp }),
    segmentSeen: (
      state,
      { payload: { silentSince, farKeyframes, ...piece } }: PayloadAction<NewestPiece>,
    ): InspectorState => unchosen({ ...state, silentSince, farKeyframes, look: { status: 'seen', ...piece } }),
    segmentUnreadable: (state): InspectorState => ({
      ...state,
      silentSince: null,
      farKeyframes: null,
      look: { status: 'unreadable' },
    }),
    segmentGone: (state): InspectorState => ({
      ...nothing,
      ...{ channel: state.channel, setUp: state.setUp, delay: state.delay, reported: state.reported },
    }),
    senderSeen: (state, { payload: sender }: PayloadAction<Publisher | null>): InspectorState => ({ ...state, sender }),
    lookReported: (state, { payload: reported }: PayloadAction<LookFacts>): InspectorState => ({ ...state, reported }),
    delayMeasured: (state, { payload: delay }: PayloadAction<InspectorState['delay']>): InspectorState => ({
      ...state,
      delay,
    }),
    pictureSeen: (
      state,
      { payload }: PayloadAction<Pick<InspectorState, 'frozenSince' | 'blackSince'>>,
    ): InspectorState => unchosen({ ...state, ...payload }),
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
  lookReported,
  delayMeasured,
  pictureSeen,
} = slice.actions;
export const inspector = slice.reducer;

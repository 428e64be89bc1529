import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ArrivingStream } from '../../../api/arrivingStream.ts';
import type { Audience } from '../../../media/coreInfo/sessions.ts';
import type { EdgeAudience } from '../../../media/edge/edgeAudience.ts';
import { type ReceivedBytes, receivedAfter } from '../../../media/run/bytesPushedToServer.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { connectionLost } from '../../gate/connection/slice.ts';
import { channelClosed, channelOpened, type StatusFetched, statesOpened, statusFetched } from '../channel/slice.ts';
import { commandTaken, storageListed, type WithStatus } from '../status/slice.ts';

export const ingestStartRequested = createAction<string>('ingest/startRequested');
export const ingestStopRequested = createAction<string>('ingest/stopRequested');
export const ingestReconnectRequested = createAction<string>('ingest/reconnectRequested');
/** The encoder publishes again while the process waits for its next try. */
export const encoderReturned = createAction<string>('ingest/encoderReturned');

/** The channel is to use the audio that its source sends now. */
export const sourceAudioWanted = createAction<string>('ingest/sourceAudioWanted');

/** Publications that are to start together with the stream. */
export const publicationsWanted = createAction<readonly string[]>('ingest/publicationsWanted');

export interface IngestState {
  channel: string | null;
  audience: Audience | null;
  /** The viewers at the edges of the channel; null: it has none, or they have not answered yet. */
  edgeAudience: EdgeAudience | null;
  /** A command under way: what was asked for, until the core shows what came of it. `return`: the encoder is back. */
  asked: 'start' | 'stop' | 'reconnect' | 'return' | null;
  /** When the core had carried out the last command (ms), 0 before: what was asked earlier may be the state of before. */
  settledAt: number;
  /** The address of whoever pushes the stream in, or did last; null where it is fetched. */
  sender: string | null;
  /** It pushes again, and the process that reads it has only begun. */
  returned: boolean;
  /** What has come from there; null: nobody pushes, or that is not known. */
  received: ReceivedBytes | null;
  /** The streams that the encoder sends by RTMP; null: none, or the core does not say. */
  arriving: ArrivingStream | null;
  /** When these were seen first (ms). */
  arrivingSince: number;
  /** When the snapshot was written (unix seconds); null while there is none. */
  snapshotAt: number | null;
}

export interface WithIngest extends WithStatus {
  ingest: IngestState;
}

const nobody: IngestState = {
  channel: null,
  audience: null,
  edgeAudience: null,
  asked: null,
  settledAt: 0,
  sender: null,
  returned: false,
  received: null,
  arriving: null,
  arrivingSince: 0,
  snapshotAt: null,
};

type AudienceObservation = Audience & {
  sender: string | null;
  /** Of whoever pushes the stream in, in all. */
  receivedBytes: number | null;
  at: number;
};

/** The core shows what came of the command, once it was asked after that was carried out. */
const withStatus = (state: IngestState, { askedAt, watched }: StatusFetched): IngestState =>
  watched === null || state.settledAt === 0 || askedAt < state.settledAt || state.asked === null
    ? state
    : { ...state, asked: null };

const ask = (state: IngestState, asked: IngestState['asked']): IngestState => ({
  ...state,
  asked,
  settledAt: 0,
});

const opened = (state: IngestState, channel: string): IngestState =>
  state.channel === channel ? state : { ...nobody, channel };

const slice = createSlice({
  name: 'ingest',
  initialState: nobody,
  reducers: {
    audienceSeen: (
      state,
      { payload: { sender, receivedBytes, at, ...audience } }: PayloadAction<AudienceObservation>,
    ): IngestState => ({
      ...state,
      audience,
      sender: sender ?? state.sender,
      received: receivedAfter(state.received, receivedBytes, at),
    }),
    edgeAudienceSeen: (state, { payload: edgeAudience }: PayloadAction<EdgeAudience | null>): IngestState => ({
      ...state,
      edgeAudience,
    }),
    streamArrived: (
      state,
      { payload: { arriving, at } }: PayloadAction<{ arriving: ArrivingStream | null; at: number }>,
    ): IngestState => (sameJson(state.arriving, arriving) ? state : { ...state, arriving, arrivingSince: at }),
    returnSeen: (state, { payload: returned }: PayloadAction<boolean>): IngestState =>
      state.returned === returned ? state : { ...state, returned },
    commandRefused: (state): IngestState => ask(state, null),
  },
  extraReducers: (builder) =>
    builder
      .addCase(channelOpened, (state, { payload: channel }): IngestState => opened(state, channel))
      .addCase(statesOpened, (state, { payload: channel }): IngestState => opened(state, channel))
      .addCase(channelClosed, (): IngestState => nobody)
      .addCase(statusFetched, (state, { payload }): IngestState => withStatus(state, payload))
      .addCase(storageListed, (state, { payload: { snapshotAt } }): IngestState => ({ ...state, snapshotAt }))
      .addCase(commandTaken, (state, { payload: settledAt }): IngestState => ({ ...state, settledAt }))
      // A core that comes back may have lost what it held in memory.
      .addCase(connectionLost, (state): IngestState => ({ ...state, snapshotAt: null }))
      .addCase(ingestStartRequested, (state) => ask(state, 'start'))
      .addCase(ingestStopRequested, (state) => ask(state, 'stop'))
      .addCase(ingestReconnectRequested, (state) => ask(state, 'reconnect'))
      .addCase(encoderReturned, (state) => ask(state, 'return')),
});

export const { audienceSeen, edgeAudienceSeen, streamArrived, returnSeen, commandRefused } = slice.actions;
export const ingest = slice.reducer;

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
export const encoderReturned = createAction<string>('ingest/encoderReturned');

/** Switches the channel to the audio that its source currently sends. */
export const sourceAudioWanted = createAction<string>('ingest/sourceAudioWanted');

export const publicationsWanted = createAction<readonly string[]>('ingest/publicationsWanted');

export interface IngestState {
  channel: string | null;
  audience: Audience | null;
  /** null: no edges, or no answer yet. */
  edgeAudience: EdgeAudience | null;
  /** The command in flight, until a status shows its effect. `return`: automatic, after the encoder came back. */
  asked: 'start' | 'stop' | 'reconnect' | 'return' | null;
  /** When the core carried out the last command (ms), 0 before. Answers to earlier requests are outdated. */
  settledAt: number;
  /** Address of the current or last pushing encoder; null if the source is pulled. */
  sender: string | null;
  /** Whether the encoder is back and the process has just started. */
  returned: boolean;
  /** Bytes received from the encoder; null if unknown. */
  received: ReceivedBytes | null;
  /** Streams that the encoder sends by RTMP; null if unknown. */
  arriving: ArrivingStream | null;
  arrivingSince: number;
  /** Unix seconds; null without a snapshot. */
  snapshotAt: number | null;
}

export interface WithIngest extends WithStatus {
  ingest: IngestState;
}

const noViewers: IngestState = {
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
  /** In total, from the pushing encoder. */
  receivedBytes: number | null;
  at: number;
};

const withStatus = (state: IngestState, { askedAt, watched }: StatusFetched): IngestState =>
  watched === null || state.settledAt === 0 || askedAt < state.settledAt || state.asked === null
    ? state
    : { ...state, asked: null };

const withCommand = (state: IngestState, command: IngestState['asked']): IngestState => ({
  ...state,
  asked: command,
  settledAt: 0,
});

const opened = (state: IngestState, channel: string): IngestState =>
  state.channel === channel ? state : { ...noViewers, channel };

const slice = createSlice({
  name: 'ingest',
  initialState: noViewers,
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
    commandRefused: (state): IngestState => withCommand(state, null),
  },
  extraReducers: (builder) =>
    builder
      .addCase(channelOpened, (state, { payload: channel }): IngestState => opened(state, channel))
      .addCase(statesOpened, (state, { payload: channel }): IngestState => opened(state, channel))
      .addCase(channelClosed, (): IngestState => noViewers)
      .addCase(statusFetched, (state, { payload }): IngestState => withStatus(state, payload))
      .addCase(storageListed, (state, { payload: { snapshotAt } }): IngestState => ({ ...state, snapshotAt }))
      .addCase(commandTaken, (state, { payload: settledAt }): IngestState => ({ ...state, settledAt }))
      // A restarted core has lost its memory storage.
      .addCase(connectionLost, (state): IngestState => ({ ...state, snapshotAt: null }))
      .addCase(ingestStartRequested, (state) => withCommand(state, 'start'))
      .addCase(ingestStopRequested, (state) => withCommand(state, 'stop'))
      .addCase(ingestReconnectRequested, (state) => withCommand(state, 'reconnect'))
      .addCase(encoderReturned, (state) => withCommand(state, 'return')),
});

export const { audienceSeen, edgeAudienceSeen, streamArrived, returnSeen, commandRefused } = slice.actions;
export const ingest = slice.reducer;

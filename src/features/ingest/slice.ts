import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { ingestId } from '../../api/ids.ts';
import { type Arrival, arrivalAfter } from '../../media/arrival.ts';
import type { EdgeAudience } from '../../media/edge/status.ts';
import { failingAfter, type ProcessFailure } from '../../media/processFailure.ts';
import type { Progress } from '../../media/progress.ts';
import { type ReceivedBytes, receivedAfter } from '../../media/received.ts';
import { type Runs, withTrueUptime } from '../../media/runs.ts';
import type { Audience } from '../../media/sessions.ts';
import { type Flow, flowAfter, idleSeconds, ratesOf } from '../../media/throughput.ts';
import {
  channelClosed,
  channelOpened,
  failureExplained,
  type ProcessAnswer,
  processesFetched,
  processesUnread,
  statesAged,
  statesOpened,
} from '../channel/processes.ts';
import { connectionLost } from '../connection/slice.ts';

export const ingestStartRequested = createAction<string>('ingest/startRequested');
export const ingestStopRequested = createAction<string>('ingest/stopRequested');
export const ingestReconnectRequested = createAction<string>('ingest/reconnectRequested');
/** The encoder publishes again while the process waits for its next try. */
export const encoderReturned = createAction<string>('ingest/encoderReturned');

/** Publications that are to start together with the stream. */
export const publicationsWanted = createAction<readonly string[]>('ingest/publicationsWanted');

/** One value a second, newest last; null where nothing was known. */
export type Trail = readonly (number | null)[];
const TRAIL_S = 300;

/** How it went for the last five minutes; `at` is the second (ms) of the newest values. */
export interface Trails {
  at: number;
  bitrate: Trail;
  fps: Trail;
  speed: Trail;
}

/** What is known of the channel in view. */
export type Ingest =
  | { status: 'unknown' }
  /** The core has no such process: the channel was never set up. */
  | { status: 'absent' }
  | {
      status: 'present';
      progress: Progress;
      /** When the core said so (ms). */
      seenAt: number;
      /** Processes of the publications, by id. */
      egresses: Readonly<Record<string, Progress>>;
      /** kbit/s, null until it is known. */
      bitrateKbit: number | null;
    };

export interface IngestState {
  channel: string | null;
  ingest: Ingest;
  /** Why the core did not say how it is when it was asked last. */
  unread: string | null;
  /** What was seen last is not known to be so any more: since the core is away, or as nothing came for too long. */
  aged: 'lost' | 'late' | null;
  audience: Audience | null;
  /** Who watches at the edges of the channel; null: it has none, or they were not asked yet. */
  edgeAudience: EdgeAudience | null;
  /** A command under way: what was asked for, until the core shows what came of it. `return`: the encoder is back. */
  asked: 'start' | 'stop' | 'reconnect' | 'return' | null;
  /** When the core had carried out the last command (ms), 0 before: what was asked earlier may be the state of before. */
  settledAt: number;
  /** Why the source failed last, kept over the next tries; null once it runs or is stopped. */
  failure: ProcessFailure | null;
  /** How its run goes that is under way; null where nothing is told of it. */
  flow: Flow | null;
  /** What runs, also of the publications, by which it is known since when they send. */
  runs: Runs;
  /** The address of whoever pushes the stream in, or did last; null where it is fetched. */
  sender: string | null;
  /** What has come from there; null: nobody pushes, or that is not known. */
  received: ReceivedBytes | null;
  /** kbit/s from the segments, where ffmpeg does not tell. */
  measuredKbit: number | null;
  /** Whether what is sent arrives in the storage; null: not known. */
  arrival: Arrival | null;
  /** When the snapshot was written (unix seconds); null while there is none. */
  snapshotAt: number | null;
  /** By channel: they go on where they were left when somebody comes back. */
  trails: Readonly<Record<string, Trails>>;
}

export interface WithIngest {
  ingest: IngestState;
}

const nobody: IngestState = {
  channel: null,
  ingest: { status: 'unknown' },
  unread: null,
  aged: null,
  audience: null,
  edgeAudience: null,
  asked: null,
  settledAt: 0,
  failure: null,
  flow: null,
  runs: {},
  sender: null,
  received: null,
  measuredKbit: null,
  arrival: null,
  snapshotAt: null,
  trails: {},
};

type FilesSeen = Pick<IngestState, 'measuredKbit' | 'snapshotAt'> & {
  /** Those there are, in one text; null where nobody lists them. */
  segments: string | null;
  /** In ms. */
  at: number;
};

type AudienceSeen = Audience & {
  sender: string | null;
  /** Of whoever pushes the stream in, in all. */
  receivedBytes: number | null;
  /** In ms. */
  at: number;
};

const isFlowing = ({ ingest, flow }: IngestState): boolean =>
  ingest.status === 'present' && ingest.progress.status === 'connected' && idleSeconds(flow) === null;

const UNTOLD = { bitrate: null, fps: null, speed: null };

const unseen = (seconds: number): Trail => Array<null>(seconds).fill(null);

/** The first seconds of a run are as fast as it can be, and what they are measured by is looked at for a while. */
const BEGINS_S = 14;

/** Of seconds in which nobody looked nothing is known. */
function trailsAfter(
  before: IngestState['trails'],
  channel: string,
  at: number,
  now: Record<'bitrate' | 'fps' | 'speed', number | null>,
): IngestState['trails'] {
  const recent = Object.entries(before).filter(([, trails]) => at - trails.at < TRAIL_S * 1000);
  const trails = Object.fromEntries(recent);
  const last = trails[channel] ?? { at: at - 1000, bitrate: [], fps: [], speed: [] };
  const seconds = Math.round((at - last.at) / 1000);
  if (seconds < 1) return before;
  const grow = (trail: Trail, value: number | null): Trail => [...trail, ...unseen(seconds - 1), value].slice(-TRAIL_S);
  return {
    ...trails,
    [channel]: {
      at: last.at + seconds * 1000,
      bitrate: grow(last.bitrate, now.bitrate),
      fps: grow(last.fps, now.fps),
      speed: grow(last.speed, now.speed),
    },
  };
}

function present(
  { measuredKbit, trails }: IngestState,
  { channel, seenAt, egresses }: ProcessAnswer,
  progress: Progress,
  flow: Flow | null,
): Pick<IngestState, 'ingest' | 'trails'> {
  const live = progress.status === 'connected' ? progress : null;
  const rates = live ? ratesOf(flow) : null;
  // Of HLS nobody tells the size; what was weighed before nothing came any more is no rate of now.
  const elsewhere = idleSeconds(flow) === null ? (live?.bitrateKbit ?? measuredKbit) : null;
  const bitrateKbit = live ? (rates?.kbit ?? elsewhere) : null;
  const { fps = null, speed = null } = rates ?? {};
  const begins = live?.uptimeSeconds != null && live.uptimeSeconds < BEGINS_S;
  return {
    ingest: { status: 'present', progress, seenAt, egresses, bitrateKbit },
    trails: trailsAfter(trails, channel, seenAt, begins ? UNTOLD : { bitrate: bitrateKbit, fps, speed }),
  };
}

function withProcesses(state: IngestState, payload: ProcessAnswer): IngestState {
  if (payload.channel !== state.channel || payload.askedAt < state.settledAt) return state;
  const { runs, told: fetched } = withTrueUptime(state.runs, payload);
  const asked = state.settledAt > 0 ? null : state.asked;
  if (!fetched.progress) return { ...state, asked, unread: null, aged: null, ingest: { status: 'absent' } };
  const flow = flowAfter(state.flow, fetched.progress, fetched.seenAt);
  const sight = { ...fetched, role: 'source', waiting: false, flow, movedAt: state.flow?.movedAt } as const;
  return {
    ...state,
    asked,
    unread: null,
    aged: null,
    ...present(state, fetched, fetched.progress, flow),
    failure: failingAfter(state.failure, fetched.progress, sight),
    flow,
    runs,
  };
}

const ask = (state: IngestState, asked: IngestState['asked']): IngestState => ({
  ...state,
  asked,
  settledAt: 0,
  failure: null,
});

const opened = (state: IngestState, channel: string): IngestState =>
  state.channel === channel ? state : { ...nobody, channel, trails: state.trails };

const slice = createSlice({
  name: 'ingest',
  initialState: nobody,
  reducers: {
    audienceSeen: (
      state,
      { payload: { sender, receivedBytes, at, ...audience } }: PayloadAction<AudienceSeen>,
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
    filesSeen: (state, { payload: { segments, at, ...seen } }: PayloadAction<FilesSeen>): IngestState => ({
      ...state,
      ...seen,
      arrival: segments === null ? null : arrivalAfter(state.arrival, segments, at, isFlowing(state)),
    }),
    commandTaken: (state, { payload: settledAt }: PayloadAction<number>): IngestState => ({ ...state, settledAt }),
    commandRefused: (state): IngestState => ask(state, null),
  },
  extraReducers: (builder) =>
    builder
      .addCase(channelOpened, (state, { payload: channel }): IngestState => opened(state, channel))
      .addCase(statesOpened, (state, { payload: channel }): IngestState => opened(state, channel))
      .addCase(channelClosed, ({ trails }): IngestState => ({ ...nobody, trails }))
      .addCase(processesFetched, (state, { payload }): IngestState => withProcesses(state, payload))
      .addCase(
        processesUnread,
        (state, { payload: { channel, reason } }): IngestState =>
          channel === state.channel ? { ...state, unread: reason } : state,
      )
      // A core that comes back may have lost what it held in memory.
      .addCase(connectionLost, (state): IngestState => ({ ...state, aged: 'lost', snapshotAt: null }))
      .addCase(
        failureExplained,
        (state, { payload: { channel, id, failing } }): IngestState =>
          channel === state.channel && id === ingestId(channel) && state.failure?.at === failing.at
            ? { ...state, failure: failing }
            : state,
      )
      .addCase(statesAged, (state): IngestState => (state.aged ? state : { ...state, aged: 'late' }))
      .addCase(ingestStartRequested, (state) => ask(state, 'start'))
      .addCase(ingestStopRequested, (state) => ask(state, 'stop'))
      .addCase(ingestReconnectRequested, (state) => ask(state, 'reconnect'))
      .addCase(encoderReturned, (state) => ask(state, 'return')),
});

export const { audienceSeen, edgeAudienceSeen, filesSeen, commandTaken, commandRefused } = slice.actions;
export const ingest = slice.reducer;

import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { channelOfIngest } from '../../../api/processIds.ts';
import type { ProcessFailure } from '../../../media/diagnosis/processFailure.ts';
import { type Arrival, arrivalAfter } from '../../../media/hls/segmentArrival.ts';
import { addFigures, type FigureHistory, NO_VALUES } from '../../../media/run/figureHistory.ts';
import { sourceKbit } from '../../../media/run/sourceKbit.ts';
import { ratesOf, stalledFor } from '../../../media/run/throughput.ts';
import {
  type ChannelStatus,
  explainFailure,
  forgetFailure,
  type ProcessStatus,
  updateStatus,
} from '../../../media/status/channelStatus.ts';
import { connectionAwaited, connectionLost } from '../../gate/connection/slice.ts';
import {
  channelClosed,
  channelGone,
  channelOpened,
  processesUnread,
  type StatusFetched,
  statesAged,
  statesOpened,
  statusFetched,
  type WithChannels,
} from '../channel/slice.ts';

type ChannelListState = WithChannels & WithStatus;

export const isAvailable = ({ channel: { list } }: WithChannels, channel: string): boolean =>
  list.some(({ id, available }) => id === channel && available);

/** Returns null if the header needs no separate poll. */
export const unpolledIn = (state: ChannelListState): string | null => {
  const { current } = state.channel;
  return current !== null && state.status.watched !== current && isAvailable(state, current) ? current : null;
};

/** Returns the status of the channel on the screen, or null until the first answer. */
export const watchedStatusIn = ({ status: { watched, watchedAt, channels } }: WithStatus): ChannelStatus | null =>
  watched === null || watchedAt === null ? null : (channels[watched] ?? null);

/** Returns the ingest of the watched channel; null if unknown or never set up. */
export const sourceIn = (state: WithStatus): ProcessStatus | null => watchedStatusIn(state)?.ingest ?? null;

/** Whether the core has no ingest for the watched channel, which was then never set up. */
export const isAbsentIn = (state: WithStatus): boolean => watchedStatusIn(state)?.ingest === null;

export const isLiveIn = (state: WithStatus): boolean => sourceIn(state)?.progress.status === 'connected';

export interface StatusState {
  /** The channel on the screen, polled every second. */
  watched: string | null;
  /** Time of its last status (ms); null until the first since it opened. In a hidden tab, others may be newer. */
  watchedAt: number | null;
  /** Why the last status request failed. */
  unread: string | null;
  /** Why the last status may be outdated: the connection is lost, or no answer came in time. */
  aged: 'lost' | 'late' | null;
  /** When the core completed the last command to the source (ms). Answers to earlier requests are discarded. */
  settledAt: number;
  channels: Readonly<Record<string, ChannelStatus>>;
  /** kbit/s, measured from the segments if ffmpeg reports no bitrate. */
  measuredKbit: number | null;
  /** Whether new segments arrive in the storage; null if unknown. */
  arrival: Arrival | null;
  /** Keyed by channel id. Kept after leaving the page. */
  trails: Readonly<Record<string, FigureHistory>>;
}

export interface WithStatus {
  status: StatusState;
}

export interface StorageListing {
  measuredKbit: number | null;
  snapshotAt: number | null;
  /** All segment names in one string; null if they are not listed. */
  segments: string | null;
  at: number;
}

export const storageListed = createAction<StorageListing>('status/storageListed');
/** The log of a failure has been read. The process may have failed again since, or be live. */
export const failureExplained = createAction<{ channel: string; id: string; failing: ProcessFailure }>(
  'status/failureExplained',
);
export const commandTaken = createAction<number>('status/commandTaken');

const NOTHING_SEEN = {
  ...{ watchedAt: null, unread: null, aged: null, settledAt: 0, measuredKbit: null, arrival: null },
} as const;

const initialState: StatusState = { ...NOTHING_SEEN, watched: null, channels: {}, trails: {} };

/** ffmpeg reads its first seconds as fast as it can, which would distort the averages. */
const BEGINS_S = 14;

function trailsAfter({ trails, measuredKbit }: StatusState, channel: string, { ingest, seenAt }: ChannelStatus) {
  if (!ingest) return trails;
  const live = ingest.progress.status === 'connected' ? ingest.progress : null;
  const { fps = null, speed = null } = (live && ratesOf(ingest.flow)) ?? {};
  const begins = live?.uptimeSeconds != null && live.uptimeSeconds < BEGINS_S;
  const now = begins ? NO_VALUES : { bitrate: sourceKbit(ingest, measuredKbit), fps, speed };
  return addFigures(trails, channel, seenAt, now);
}

function withAnswers(state: StatusState, { askedAt, watched, answers }: StatusFetched): StatusState {
  const isOfBefore = (channel: string) => channel === state.watched && askedAt < state.settledAt;
  const updated = Object.entries(answers).flatMap(([channel, answer]) =>
    isOfBefore(channel) ? [] : [[channel, updateStatus(state.channels[channel], answer, channel)] as const],
  );
  if (updated.length === 0) return state;
  const after = { ...state, channels: { ...state.channels, ...Object.fromEntries(updated) } };
  const status = updated.find(([channel]) => channel === state.watched && channel === watched)?.[1];
  if (!status || watched === null) return after;
  const fresh = { watchedAt: status.seenAt, unread: null, aged: null };
  return { ...after, ...fresh, trails: trailsAfter(state, watched, status) };
}

const channelOf = ({ channels }: StatusState, id: string): string | null =>
  channelOfIngest(id) ?? Object.entries(channels).find(([, { egresses }]) => id in egresses)?.[0] ?? null;

const changed = (
  state: StatusState,
  channel: string | null,
  change: (status: ChannelStatus) => ChannelStatus,
): StatusState => {
  const found = channel === null ? undefined : state.channels[channel];
  return channel !== null && found ? { ...state, channels: { ...state.channels, [channel]: change(found) } } : state;
};

const opened = (state: StatusState, watched: string): StatusState =>
  state.watched === watched ? state : { ...state, ...NOTHING_SEEN, watched };

const only = (channels: StatusState['channels'], keeps: (id: string) => boolean): StatusState['channels'] =>
  Object.fromEntries(Object.entries(channels).filter(([id]) => keeps(id)));

/** Statuses of other channels may be wrong by the time the core is back. */
const lost = (state: StatusState): StatusState => ({
  ...state,
  aged: 'lost',
  channels: only(state.channels, (id) => id === state.watched),
});

const slice = createSlice({
  name: 'status',
  initialState,
  reducers: {
    /** A new command makes earlier failures of these processes obsolete. By process id. */
    failuresForgotten: (state, { payload: ids }: PayloadAction<readonly string[]>): StatusState =>
      ids.reduce<StatusState>(
        (after, id) => changed(after, channelOf(after, id), (status) => forgetFailure(status, id)),
        state,
      ),
  },
  extraReducers: (builder) =>
    builder
      .addCase(channelOpened, (state, { payload }): StatusState => opened(state, payload))
      .addCase(statesOpened, (state, { payload }): StatusState => opened(state, payload))
      .addCase(channelClosed, (state): StatusState => ({ ...state, ...NOTHING_SEEN, watched: null }))
      .addCase(statusFetched, (state, { payload }): StatusState => withAnswers(state, payload))
      .addCase(
        processesUnread,
        (state, { payload: { channel, reason } }): StatusState =>
          channel === state.watched ? { ...state, unread: reason } : state,
      )
      .addCase(
        storageListed,
        (state, { payload: { measuredKbit, segments, at } }): StatusState => ({
          ...state,
          measuredKbit,
          arrival: segments === null ? null : arrivalAfter(state.arrival, segments, at, isFlowing(state)),
        }),
      )
      .addCase(commandTaken, (state, { payload: settledAt }): StatusState => ({ ...state, settledAt }))
      .addCase(
        failureExplained,
        (state, { payload: { channel, id, failing } }): StatusState =>
          changed(state, channel, (status) => explainFailure(status, id, failing)),
      )
      .addCase(statesAged, (state): StatusState => (state.aged ? state : { ...state, aged: 'late' }))
      .addCase(
        channelGone,
        (state, { payload: deleted }): StatusState => ({
          ...state,
          channels: only(state.channels, (id) => id !== deleted),
        }),
      )
      .addCase(connectionLost, lost)
      .addCase(connectionAwaited, lost),
});

const isFlowing = ({ channels, watched }: StatusState): boolean => {
  const source = watched === null ? null : (channels[watched]?.ingest ?? null);
  return source?.progress.status === 'connected' && stalledFor(source.flow) === null;
};

export const { failuresForgotten } = slice.actions;
export const status = slice.reducer;

/** In a hidden tab, the watched channel is not polled, but the alarm still updates `seenAt`. */
const AHEAD_MS = 3000;

/** Whether the channel is on the screen and its status is current. */
export const isWatched = (state: WithStatus, channel: string): boolean => {
  const { watched, watchedAt, channels } = state.status;
  return (
    watched === channel &&
    watchedAt !== null &&
    sourceIn(state) !== null &&
    (channels[channel]?.seenAt ?? 0) - watchedAt < AHEAD_MS
  );
};

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

/** The selected channel while nobody watches its processes; null where the header needs no request of its own. */
export const unpolledIn = (state: ChannelListState): string | null => {
  const { current } = state.channel;
  return current !== null && state.status.watched !== current && isAvailable(state, current) ? current : null;
};

/** The channel on the screen; null: the core has not said yet how it is. */
export const watchedStatusIn = ({ status: { watched, watchedAt, channels } }: WithStatus): ChannelStatus | null =>
  watched === null || watchedAt === null ? null : (channels[watched] ?? null);

/** Its ingest; null: it was never set up, or that is not known yet. */
export const sourceIn = (state: WithStatus): ProcessStatus | null => watchedStatusIn(state)?.ingest ?? null;

/** The core has no such process: the channel was never set up. */
export const isAbsentIn = (state: WithStatus): boolean => watchedStatusIn(state)?.ingest === null;

export const isLiveIn = (state: WithStatus): boolean => sourceIn(state)?.progress.status === 'connected';

/** What the core has reported of the channels, each fact once. */
export interface StatusState {
  /** The channel on the screen, which is asked for once a second. */
  watched: string | null;
  /** When the core said last how that one is (ms); null: not yet since it is on the screen. In a hidden tab others may be asked for later. */
  watchedAt: number | null;
  /** Why the core did not say how it is when it was asked last. */
  unread: string | null;
  /** What was seen last is not known to be so any more: since the core is away, or as nothing came for too long. */
  aged: 'lost' | 'late' | null;
  /** When the core had carried out the last command to the source (ms): what was asked earlier may be the state of before. */
  settledAt: number;
  channels: Readonly<Record<string, ChannelStatus>>;
  /** kbit/s from the segments, where ffmpeg does not tell. */
  measuredKbit: number | null;
  /** Whether what is sent arrives in the storage; null: not known. */
  arrival: Arrival | null;
  /** By channel: they go on where they were left when somebody comes back. */
  trails: Readonly<Record<string, FigureHistory>>;
}

export interface WithStatus {
  status: StatusState;
}

export interface StorageListing {
  /** kbit/s, as the segments weigh; null: not known yet. */
  measuredKbit: number | null;
  /** When the snapshot was written (unix seconds); null while there is none. */
  snapshotAt: number | null;
  /** The segments there are, in one text; null where nobody lists them. */
  segments: string | null;
  at: number;
}

export const storageListed = createAction<StorageListing>('status/storageListed');
/** The log of a failure has been read. The process may have failed again since, or be live. */
export const failureExplained = createAction<{ channel: string; id: string; failing: ProcessFailure }>(
  'status/failureExplained',
);
/** The core has carried out a command to the source, at this time (ms). */
export const commandTaken = createAction<number>('status/commandTaken');

const NOTHING_SEEN = {
  ...{ watchedAt: null, unread: null, aged: null, settledAt: 0, measuredKbit: null, arrival: null },
} as const;

const initialState: StatusState = { ...NOTHING_SEEN, watched: null, channels: {}, trails: {} };

/** The first seconds of a run are as fast as it can be, and what they are measured by is looked at for a while. */
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
  const told = { watchedAt: status.seenAt, unread: null, aged: null };
  return { ...after, ...told, trails: trailsAfter(state, watched, status) };
}

const channelOf = ({ channels }: StatusState, id: string): string | null =>
  channelOfIngest(id) ?? Object.entries(channels).find(([, { egresses }]) => id in egresses)?.[0] ?? null;

const changed = (
  state: StatusState,
  channel: string | null,
  change: (known: ChannelStatus) => ChannelStatus,
): StatusState => {
  const known = channel === null ? undefined : state.channels[channel];
  return channel !== null && known ? { ...state, channels: { ...state.channels, [channel]: change(known) } } : state;
};

const opened = (state: StatusState, watched: string): StatusState =>
  state.watched === watched ? state : { ...state, ...NOTHING_SEEN, watched };

const only = (channels: StatusState['channels'], wanted: (id: string) => boolean): StatusState['channels'] =>
  Object.fromEntries(Object.entries(channels).filter(([id]) => wanted(id)));

/** What was true of the others need not be true any more when the core is back. */
const lost = (state: StatusState): StatusState => ({
  ...state,
  aged: 'lost',
  channels: only(state.channels, (id) => id === state.watched),
});

const slice = createSlice({
  name: 'status',
  initialState,
  reducers: {
    /** Something was asked of these processes: why they failed before is no answer to that. By their ids. */
    failuresForgotten: (state, { payload: ids }: PayloadAction<readonly string[]>): StatusState =>
      ids.reduce<StatusState>(
        (after, id) => changed(after, channelOf(after, id), (known) => forgetFailure(known, id)),
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
          changed(state, channel, (known) => explainFailure(known, id, failing)),
      )
      .addCase(statesAged, (state): StatusState => (state.aged ? state : { ...state, aged: 'late' }))
      .addCase(
        channelGone,
        (state, { payload: gone }): StatusState => ({ ...state, channels: only(state.channels, (id) => id !== gone) }),
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

/** In a hidden tab nothing watches closely, and the alarm may still look. */
const AHEAD_MS = 3000;

/** The channel is on the screen, and its answers are current. */
export const isWatched = (state: WithStatus, channel: string): boolean => {
  const { watched, watchedAt, channels } = state.status;
  return (
    watched === channel &&
    watchedAt !== null &&
    sourceIn(state) !== null &&
    (channels[channel]?.seenAt ?? 0) - watchedAt < AHEAD_MS
  );
};

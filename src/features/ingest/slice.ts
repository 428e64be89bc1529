import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Progress } from '../../media/progress.ts';
import type { Audience } from '../../media/sessions.ts';

export const ingestStartRequested = createAction<string>('ingest/startRequested');
export const ingestStopRequested = createAction<string>('ingest/stopRequested');
export const ingestReconnectRequested = createAction<string>('ingest/reconnectRequested');

/** One value a second, newest last; null where nothing was known. */
export type Trail = readonly (number | null)[];
const TRAIL_S = 300;

/** What is known of the channel in view. */
export type Ingest =
  | { presence: 'unknown' }
  /** The core has no such process: the channel was never set up. */
  | { presence: 'absent' }
  | {
      presence: 'present';
      progress: Progress;
      /** When the core said so (ms). */
      seenAt: number;
      /** Processes of the publications, by id. */
      egresses: Readonly<Record<string, Progress>>;
      /** kbit/s, null until it is known. */
      bitrateKbit: number | null;
      trails: { bitrate: Trail; fps: Trail; speed: Trail };
    };

export interface Watched {
  channel: string | null;
  ingest: Ingest;
  audience: Audience | null;
  /** A command under way: what was asked for, not yet what is. */
  asked: 'start' | 'stop' | 'reconnect' | null;
  /** kbit/s from the segments, where ffmpeg does not tell. */
  measuredKbit: number | null;
}

export interface WithIngest {
  ingest: Watched;
}

const nobody: Watched = {
  channel: null,
  ingest: { presence: 'unknown' },
  audience: null,
  asked: null,
  measuredKbit: null,
};

const grow = (trail: Trail, value: number | null): Trail => [...trail.slice(-(TRAIL_S - 1)), value];

function present(
  { ingest, measuredKbit }: Watched,
  { progress, seenAt, egresses }: { progress: Progress; seenAt: number; egresses: Record<string, Progress> },
): Ingest {
  const before =
    ingest.presence === 'present' ? ingest.trails : { bitrate: [] as Trail, fps: [] as Trail, speed: [] as Trail };
  const live = progress.state === 'connected' ? progress : null;
  const bitrateKbit = live ? (live.bitrateKbit ?? measuredKbit) : null;
  return {
    presence: 'present',
    progress,
    seenAt,
    egresses,
    bitrateKbit,
    trails: {
      bitrate: grow(before.bitrate, bitrateKbit),
      fps: grow(before.fps, live?.fps ?? null),
      speed: grow(before.speed, live?.speed ?? null),
    },
  };
}

const slice = createSlice({
  name: 'ingest',
  initialState: nobody,
  reducers: {
    channelOpened: (watched, { payload: channel }: PayloadAction<string>): Watched =>
      watched.channel === channel ? watched : { ...nobody, channel },
    channelClosed: () => nobody,
    ingestAbsent: (watched): Watched => ({ ...watched, ingest: { presence: 'absent' } }),
    ingestSeen: (
      watched,
      { payload }: PayloadAction<{ progress: Progress; seenAt: number; egresses: Record<string, Progress> }>,
    ): Watched => ({ ...watched, ingest: present(watched, payload) }),
    audienceSeen: (watched, { payload: audience }: PayloadAction<Audience>): Watched => ({ ...watched, audience }),
    bitrateMeasured: (watched, { payload: measuredKbit }: PayloadAction<number | null>): Watched => ({
      ...watched,
      measuredKbit,
    }),
    commandDone: (watched): Watched => ({ ...watched, asked: null }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(ingestStartRequested, (watched): Watched => ({ ...watched, asked: 'start' }))
      .addCase(ingestStopRequested, (watched): Watched => ({ ...watched, asked: 'stop' }))
      .addCase(ingestReconnectRequested, (watched): Watched => ({ ...watched, asked: 'reconnect' })),
});

export const { channelOpened, channelClosed, ingestAbsent, ingestSeen, audienceSeen, bitrateMeasured, commandDone } =
  slice.actions;
export const ingest = slice.reducer;

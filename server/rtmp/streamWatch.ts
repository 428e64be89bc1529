import type { StreamChange } from '../../src/api/arrivingStream.ts';
import { elapsedMs } from '../util/elapsedMs.ts';
import { copyBuffer, type Message } from './chunks.ts';
import { type MediaKind, readCodec } from './mediaKind.ts';

type Medium = 'video' | 'audio';

const MEDIA: Partial<Record<MediaKind, Medium>> = {
  audioHeader: 'audio',
  audio: 'audio',
  videoHeader: 'video',
  keyframe: 'video',
  video: 'video',
};

export const mediumOf = (kind: MediaKind): Medium | null => MEDIA[kind] ?? null;

/** Codecs as `readCodec` names them; null for none. */
export interface StreamCodecs {
  readonly video: string | null;
  readonly audio: string | null;
}

export interface StreamWatch {
  see(kind: MediaKind, message: Message): StreamChange[];
  codecs(): StreamCodecs;
}

interface Track {
  codec: string;
  header: Buffer | null;
  /** null before the first frame after a clock restart. */
  timestamp: number | null;
  atMs: number;
  other: { readonly timestamp: number; readonly atMs: number } | null;
}

/** Encoders send both media within a second. */
const GONE_MS = 3_000;
/** ffmpeg corrects smaller steps back. */
const BACK_MS = 1_000;
/** Maximum lead over the elapsed time. */
const AHEAD_MS = 10_000;
/** The other medium follows a restarted clock within this time. */
const CLOCK_SETTLES_MS = 3_000;

/** Timestamps have 32 bits and wrap after 49 days. */
const elapsed = (from: number, to: number) => (to - from) | 0;

/** Compares a publisher's messages with its earlier ones; repeated headers are no change. */
export function createStreamWatch(now: () => number = elapsedMs): StreamWatch {
  const tracks: Record<Medium, Track | null> = { video: null, audio: null };
  let firstAtMs: number | null = null;
  let clockAtMs = Number.NEGATIVE_INFINITY;
  let isVideoAwaited = true;

  const isClockBroken = (track: Track, timestamp: number, atMs: number): boolean => {
    if (track.timestamp === null || atMs - clockAtMs < CLOCK_SETTLES_MS) return false;
    const moved = elapsed(track.timestamp, timestamp);
    return moved < -BACK_MS || moved - (atMs - track.atMs) > AHEAD_MS;
  };

  const isGone = (track: Track, timestamp: number, atMs: number): boolean => {
    track.other ??= { timestamp, atMs };
    return elapsed(track.other.timestamp, timestamp) > GONE_MS && atMs - track.other.atMs > GONE_MS;
  };

  return {
    codecs: () => ({ video: tracks.video?.codec ?? null, audio: tracks.audio?.codec ?? null }),
    see(kind, message) {
      const medium = mediumOf(kind);
      if (medium === null) return [];
      const other = medium === 'video' ? 'audio' : 'video';
      const { timestamp, body } = message;
      const codec = readCodec(message) ?? tracks[medium]?.codec ?? 'unknown';
      const isHeader = kind === 'videoHeader' || kind === 'audioHeader';
      const atMs = now();
      firstAtMs ??= atMs;
      const changes: StreamChange[] = [];
      if (medium === 'video') isVideoAwaited = false;
      if (isVideoAwaited && atMs - firstAtMs > GONE_MS) {
        isVideoAwaited = false;
        changes.push('video-lost');
      }

      let track = tracks[medium];
      if (track === null) {
        track = { codec, header: isHeader ? copyBuffer(body) : null, timestamp: null, atMs, other: null };
        tracks[medium] = track;
        if (tracks[other] !== null && atMs - firstAtMs > GONE_MS) changes.push(`${medium}-added`);
      } else if (track.codec !== codec || (isHeader && track.header !== null && !track.header.equals(body))) {
        changes.push(`${medium}-changed`);
      }
      track.codec = codec;
      if (isHeader) {
        if (track.header === null || !track.header.equals(body)) track.header = copyBuffer(body);
        // Headers often have timestamp 0.
        return changes;
      }
      if (isClockBroken(track, timestamp, atMs)) {
        clockAtMs = atMs;
        for (const track of [tracks.video, tracks.audio]) if (track !== null) track.other = null;
        changes.push('clock-restarted');
      }
      const absent = tracks[other];
      if (absent !== null && isGone(absent, timestamp, atMs)) {
        tracks[other] = null;
        changes.push(`${other}-lost`);
      }
      track.timestamp = timestamp;
      track.atMs = atMs;
      track.other = null;
      return changes;
    },
  };
}

import { createMovingAverage } from '../../ffmpeg/movingAverage.ts';
import { parseStatus, type StatusLine } from '../../ffmpeg/statusLine.ts';
import { type AnnouncedStream, createAnnouncements, parseStreams } from '../../ffmpeg/streams.ts';
import type { ResolvedProcess } from '../command/resolveProcess.ts';

const NO_COUNTERS = {
  coder: '',
  frame: 0,
  keyframe: 0,
  framerate: { min: 0, max: 0, avg: 0 },
  fps: 0,
  packet: 0,
  pps: 0,
  size_kb: 0,
  bitrate_kbit: 0,
  extradata_size_bytes: 0,
} as const;

export const NO_PROGRESS = {
  inputs: [],
  outputs: [],
  frame: 0,
  packet: 0,
  fps: 0,
  q: 0,
  size_kb: 0,
  time: 0,
  bitrate_kbit: 0,
  speed: 0,
  drop: 0,
  dup: 0,
} as const;

const isOpened = (line: string) => line.includes("] Opening '") && line.endsWith("' for writing");

/** If there are frames, ongoing audio is no progress. */
const figuresOf = ({ hasFrames, frame, clockSeconds, sizeKb }: StatusLine): readonly number[] =>
  hasFrames ? [frame] : [clockSeconds ?? Number.NEGATIVE_INFINITY, sizeKb ?? 0];

export function createRunProgress({ input, output }: Pick<ResolvedProcess, 'input' | 'output'>, startedAtMs: number) {
  const average = createMovingAverage();
  const announcements = createAnnouncements();
  let status: StatusLine | null = null;
  let streams: readonly AnnouncedStream[] | null = null;
  let furthest: readonly number[] = [];
  let grownAtMs = startedAtMs;

  const entries = (direction: 'input' | 'output') => {
    const files = direction === 'input' ? input : output;
    // Only a patched ffmpeg has per-stream counters.
    streams ??= parseStreams(announcements.lines);
    return (
      streams
        // The last output is the core's own packet watch.
        .filter((stream) => stream.direction === direction && stream.index < files.length)
        .map((stream) => ({
          id: files[stream.index]?.id ?? '',
          address: stream.address,
          index: stream.index,
          stream: stream.stream,
          format: stream.format,
          type: stream.type,
          codec: stream.codec,
          ...NO_COUNTERS,
          ...(stream.type === 'video' ? { pix_fmt: stream.pixFmt } : {}),
          q: 0,
          ...(stream.type === 'video' ? { width: stream.width, height: stream.height } : {}),
          ...(stream.type === 'audio' ? { sampling_hz: stream.samplingHz, layout: stream.layout } : {}),
          avstream: null,
        }))
    );
  };

  return {
    line(text: string, atMs: number): boolean {
      const parsed = parseStatus(text);
      if (parsed === null) {
        if (announcements.add(text)) streams = null;
        // For HLS with a stopped clock, a new segment is the only progress.
        if (!status?.hasFrames && isOpened(text)) grownAtMs = atMs;
        return false;
      }
      status = parsed;
      average.add({ atMs, frame: parsed.frame, sizeKb: parsed.sizeKb });
      const reached = figuresOf(parsed);
      if (reached.some((value, i) => value > (furthest[i] ?? Number.NEGATIVE_INFINITY))) {
        [furthest, grownAtMs] = [reached, atMs];
      }
      return true;
    },
    /** Counts frames; without any, ffmpeg's clock, size and new segments. */
    silentMs: (nowMs: number): number => nowMs - grownAtMs,
    progress(nowMs: number) {
      if (status === null) return NO_PROGRESS;
      const { fps, bitrateKbit } = average.at(nowMs);
      return {
        inputs: entries('input'),
        outputs: entries('output'),
        frame: status.frame,
        packet: 0,
        fps,
        q: status.q,
        size_kb: status.sizeKb ?? 0,
        time: status.timeSeconds,
        bitrate_kbit: bitrateKbit,
        speed: status.speed,
        drop: status.drop,
        dup: status.dup,
      };
    },
  };
}

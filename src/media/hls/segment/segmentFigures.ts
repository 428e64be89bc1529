import type { Pictures } from './parameterSets.ts';

/** One picture or audio packet, in decoding order. */
export interface MediaFrame {
  /** Presentation time in seconds. */
  time: number;
  bytes: number;
  key: boolean;
}

/** A gap in the media; `at`: seconds after the first frame. */
export interface Hole {
  at: number;
  seconds: number;
}

export interface VideoFigures extends Partial<Pictures> {
  codec: string;
  frames: number;
  /** Whether there are B-frames. */
  reordered?: boolean;
  fps: number | null;
  keyframeSeconds: number | null;
  kbit: number | null;
  holes: readonly Hole[];
}

export interface AudioFigures {
  codec: string;
  profile: string | null;
  rate: number | null;
  channels: number | null;
  kbit: number | null;
  holes: readonly Hole[];
}

export interface SegmentFigures {
  seconds: number | null;
  video: VideoFigures | null;
  audio: AudioFigures | null;
}

const HOLE_S = 0.2;
const MOST_HOLES = 16;

export interface SegmentTiming {
  seconds: number | null;
  reordered: boolean;
  fps: number | null;
  keyframeSeconds: number | null;
  kbit: number | null;
  holes: readonly Hole[];
}

const KNOW_NOTHING: SegmentTiming = {
  seconds: null,
  reordered: false,
  fps: null,
  keyframeSeconds: null,
  kbit: null,
  holes: [],
};

export function timingOf(frames: readonly MediaFrame[]): SegmentTiming {
  const times = Float64Array.from(frames, ({ time }) => time).sort();
  const first = times[0];
  const last = times.at(-1);
  if (first === undefined || last === undefined || !(last > first)) return KNOW_NOTHING;
  const steps = times.subarray(1).map((time, i) => time - (times[i] ?? time));
  const usual = steps.toSorted()[Math.floor(steps.length / 2)] ?? 0;
  const seconds = last - first + usual;
  const bytes = frames.reduce((sum, frame) => sum + frame.bytes, 0);
  const limit = Math.max(HOLE_S, usual * 2.5);
  const holes: Hole[] = [];
  steps.forEach((step, i) => {
    if (step > limit && holes.length < MOST_HOLES) holes.push({ at: (times[i] ?? first) - first, seconds: step });
  });
  return {
    seconds,
    reordered: frames.some(({ time }, i) => time < (frames[i - 1]?.time ?? time)),
    fps: steps.length / (last - first),
    keyframeSeconds: keyframeSeconds(frames, first + seconds),
    kbit: (bytes * 8) / 1000 / seconds,
    holes,
  };
}

function keyframeSeconds(frames: readonly MediaFrame[], end: number): number | null {
  const keys = frames.filter(({ key }) => key).map(({ time }) => time);
  if (keys.length === 0) return null;
  return keys.reduce((longest, time, i) => Math.max(longest, (keys[i + 1] ?? end) - time), 0);
}

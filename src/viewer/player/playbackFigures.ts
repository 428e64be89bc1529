export interface Sample {
  /** Server time in milliseconds since 1970. */
  at: number;
  buffered: number | null;
  received: number | null;
  bandwidth: number | null;
  playedAt: number | null;
  dropped: number | null;
  decoded: number | null;
  width: number;
  height: number;
}

/** Long enough for several segments, as each second has either a whole segment or none. */
const WINDOW_MS = 12_000;

export const withSample = (samples: readonly Sample[], next: Sample): Sample[] => [
  ...samples.filter(({ at }) => at < next.at && next.at - at <= WINDOW_MS),
  next,
];

const kbit = (bits: number) => `${Math.round(bits / 1000)} kbit/s`;
const seconds = (value: number) => `${value.toFixed(1)} s`;
const UNKNOWN = '–';

/** Bit/s; null with too few samples. */
export function receivedBitrate(samples: readonly Sample[]): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || first.received === null || last.received === null || last.at - first.at < 2000) return null;
  return Math.max(0, ((last.received - first.received) * 8000) / (last.at - first.at));
}

export function figureLines(samples: readonly Sample[]): [name: string, figure: string][] {
  const last = samples.at(-1);
  if (!last) return [];
  const { at, buffered, bandwidth, playedAt, dropped, decoded, width, height } = last;
  const rate = receivedBitrate(samples);
  return [
    ['Resolution', width === 0 ? UNKNOWN : `${width}×${height}`],
    ['Bitrate', rate === null ? UNKNOWN : kbit(rate)],
    ['Connection', bandwidth === null ? UNKNOWN : kbit(bandwidth)],
    ['Buffer', buffered === null ? UNKNOWN : seconds(buffered)],
    ['Dropped frames', dropped === null || decoded === null ? UNKNOWN : `${dropped} / ${decoded}`],
    ['Delay', playedAt === null ? UNKNOWN : seconds(Math.max(0, (at - playedAt) / 1000))],
  ];
}

/** What is known of a playback at one moment. */
export interface Sample {
  /** Milliseconds since 1970, by the server's clock. */
  at: number;
  /** Seconds that could be played without a word from the server. */
  buffered: number | null;
  received: number | null;
  bandwidth: number | null;
  playedAt: number | null;
  dropped: number | null;
  decoded: number | null;
  width: number;
  height: number;
}

/** One second of bytes is a segment or none: this long tells more. */
const WINDOW_MS = 12_000;

/** The samples that count, with a new one. */
export const withSample = (samples: readonly Sample[], next: Sample): Sample[] => [
  ...samples.filter(({ at }) => at < next.at && next.at - at <= WINDOW_MS),
  next,
];

const kbit = (bits: number) => `${Math.round(bits / 1000)} kbit/s`;
const seconds = (value: number) => `${value.toFixed(1)} s`;
const UNKNOWN = '–';

/** What is received, bit/s; null: too little is known. */
export function receivedBitrate(samples: readonly Sample[]): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || first.received === null || last.received === null || last.at - first.at < 2000) return null;
  return Math.max(0, ((last.received - first.received) * 8000) / (last.at - first.at));
}

/** A line each: its English name, and its figure. */
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

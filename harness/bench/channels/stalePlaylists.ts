/** How long ago a playlist was written may be this many segments: then players still have something to play. */
const FRESH_SEGMENTS = 3;

export interface ChannelsStep {
  readonly channels: number;
  /** Ages of all playlists in seconds at each look; null: there was none. */
  readonly ages: readonly (number | null)[];
  /** Of the core without ffmpeg, in percent of one processor; null: not known. */
  readonly cpuPercent: number | null;
  readonly memoryMib: number | null;
}

/** Looks at which a playlist was missing or old. */
export const staleIn = ({ ages }: ChannelsStep, segmentS: number): number =>
  ages.filter((age) => age === null || age > FRESH_SEGMENTS * segmentS).length;

/** The largest number of channels at which every playlist was fresh at every look; 0: none. */
export const mostFresh = (steps: readonly ChannelsStep[], segmentS: number): number =>
  Math.max(0, ...steps.filter((step) => staleIn(step, segmentS) === 0).map(({ channels }) => channels));

/** Maximum age of a playlist in segments: players still have data. */
const FRESH_SEGMENTS = 3;

export interface ChannelsStep {
  readonly channels: number;
  /** Ages of all playlists in seconds at each check; null: missing. */
  readonly ages: readonly (number | null)[];
  /** CPU of the core without ffmpeg, in percent of one processor; null: unknown. */
  readonly cpuPercent: number | null;
  readonly memoryMib: number | null;
}

export const staleIn = ({ ages }: ChannelsStep, segmentS: number): number =>
  ages.filter((age) => age === null || age > FRESH_SEGMENTS * segmentS).length;

/** Returns the largest number of channels whose playlists were always fresh; 0: none. */
export const mostFresh = (steps: readonly ChannelsStep[], segmentS: number): number =>
  Math.max(0, ...steps.filter((step) => staleIn(step, segmentS) === 0).map(({ channels }) => channels));

export interface SizingQuestion {
  readonly viewers: number;
  readonly bitrateKbit: number;
  readonly uplinkKbit: number | null;
  /** Limits of the core; 0 is no limit. */
  readonly mostViewers: number;
  readonly mostMbit: number;
  /** Bytes on this server. */
  readonly freeMemory: number | null;
  readonly freeDisk: number | null;
}

export type SizingLimit = 'uplink' | 'viewers' | 'bandwidth' | 'memory';

export interface SizingResult {
  readonly neededMbit: number;
  /** Percent of the uplink; null if unknown. */
  readonly share: number | null;
  /** Limits that are exceeded; `isTight` if one is nearly reached. */
  readonly broken: readonly SizingLimit[];
  readonly isTight: boolean;
  readonly isEnough: boolean;
  /** Number of edges with 1 Gbit/s each, and their load on the core. */
  readonly edges: number;
  readonly originMbit: number;
  /** Bytes of segments per channel, in memory and on an edge. */
  readonly channelBytes: number;
  readonly edgeBytes: number;
  /** Bytes per hour of recording, and hours until the disk is full; null if unknown. */
  readonly hourBytes: number;
  readonly hours: number | null;
}

/** Segments are larger than the stream, and lost packets are sent again (published measurements). */
const OVERHEAD = 1.25;
/** Above this share, a connection slows down. */
const TIGHT = 0.75;
const EDGE_MBIT = 1000;
/** Six segments of two seconds, and as many that viewers may still request. */
const CHANNEL_S = 24;
const EDGE_S = 60;
const HOUR_S = 3600;

/** The core rejects viewers once 1.15 × all peaks + 2 × the stream reach its limit. */
const limitReached = ({ viewers, bitrateKbit, mostMbit }: SizingQuestion): boolean =>
  mostMbit > 0 && 115 * viewers * bitrateKbit + 200 * bitrateKbit >= mostMbit * 100_000;

export function sizeDelivery(question: SizingQuestion): SizingResult {
  const { viewers, bitrateKbit, uplinkKbit, mostViewers, freeMemory, freeDisk } = question;
  const bytesOf = (seconds: number) => (bitrateKbit * 1000 * seconds) / 8;
  const neededKbit = viewers * bitrateKbit * OVERHEAD;
  const share = uplinkKbit === null || uplinkKbit <= 0 ? null : neededKbit / uplinkKbit;
  const isTight = share !== null && share > TIGHT && share <= 1;
  const edges = Math.max(1, Math.ceil(neededKbit / 1000 / (EDGE_MBIT * TIGHT)));
  const broken: readonly SizingLimit[] = [
    ...(share !== null && share > 1 ? (['uplink'] as const) : []),
    ...(mostViewers > 0 && viewers > mostViewers ? (['viewers'] as const) : []),
    ...(limitReached(question) ? (['bandwidth'] as const) : []),
    ...(freeMemory !== null && bytesOf(CHANNEL_S) > freeMemory ? (['memory'] as const) : []),
  ];
  return {
    neededMbit: Math.ceil(neededKbit / 1000),
    share: share === null ? null : Math.round(share * 100),
    ...{ broken, isTight, isEnough: share !== null && broken.length === 0 && !isTight },
    edges,
    originMbit: Math.ceil((edges * bitrateKbit * OVERHEAD) / 1000),
    channelBytes: bytesOf(CHANNEL_S),
    edgeBytes: bytesOf(EDGE_S),
    hourBytes: bytesOf(HOUR_S),
    hours: freeDisk === null || bitrateKbit <= 0 ? null : Math.floor(freeDisk / bytesOf(HOUR_S)),
  };
}

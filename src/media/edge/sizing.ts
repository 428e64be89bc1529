/** Resources that viewers need, and those of the machine. null: not known. */
export interface SizingQuestion {
  readonly viewers: number;
  /** Of the stream, all of it. */
  readonly bitrateKbit: number;
  /** Upload of the core's connection. */
  readonly uplinkKbit: number | null;
  /** Settings of the core; 0: no limit. */
  readonly mostViewers: number;
  readonly mostMbit: number;
  /** In bytes, of this server; null: not known. */
  readonly freeMemory: number | null;
  readonly freeDisk: number | null;
}

export type SizingLimit = 'uplink' | 'viewers' | 'bandwidth' | 'memory';

export interface SizingResult {
  /** For everybody at once, with what protocols and repeats add. */
  readonly neededMbit: number;
  /** How much of the connection that is, in percent; null: it is not known. */
  readonly share: number | null;
  /** Settings and connection that are in the way, and the one that is near. */
  readonly broken: readonly SizingLimit[];
  readonly isTight: boolean;
  /** The server is known to serve all of them without an edge. */
  readonly isEnough: boolean;
  /** Edges with a connection of 1 Gbit/s, and what they take from the core together. */
  readonly edges: number;
  readonly originMbit: number;
  /** Bytes of the segments that a channel keeps in memory, and that an edge keeps of it. */
  readonly channelBytes: number;
  readonly edgeBytes: number;
  /** Bytes of an hour that is recorded, and how many of them the disk takes; null: it is not known. */
  readonly hourBytes: number;
  readonly hours: number | null;
}

/** Measured by others: segments weigh more than the stream in them, and are sent again where they got lost. */
const OVERHEAD = 1.25;
/** From here on a connection gets slow before it is full. */
const TIGHT = 0.75;
const EDGE_MBIT = 1000;
/** As a channel is set up: six segments of two seconds, and as many that viewers may still ask for. */
const CHANNEL_S = 24;
const EDGE_S = 60;
const HOUR_S = 3600;

/** The core lets nobody in from where 1.15 times all peaks and twice that of the stream reach its limit. */
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

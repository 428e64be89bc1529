/** Total bytes that our RTMP or SRT server received on one connection, at each request. Oldest first. */
export interface ReceivedBytes {
  readings: readonly ByteSample[];
  /** The highest rate of ten seconds so far (bytes a second). */
  most: number;
}

interface ByteSample {
  /** In ms, by our own clock. */
  at: number;
  bytes: number;
}

const LATELY_MS = 10_000;
/** Rates over shorter times fluctuate. */
const MEASURED_MS = 5000;

function rateOf(readings: readonly ByteSample[]): number | null {
  const first = readings[0];
  const last = readings.at(-1);
  if (!first || !last || last.at - first.at < MEASURED_MS) return null;
  return ((last.bytes - first.bytes) * 1000) / (last.at - first.at);
}

/** @param bytes null: nobody is connected */
export function receivedAfter(before: ReceivedBytes | null, bytes: number | null, at: number): ReceivedBytes | null {
  if (bytes === null) return null;
  const last = before?.readings.at(-1);
  if (!before || !last || bytes < last.bytes) return { readings: [{ at, bytes }], most: 0 };
  if (at <= last.at) return before;
  const readings = [...before.readings.filter((one) => at - one.at <= LATELY_MS), { at, bytes }];
  return { readings, most: Math.max(before.most, rateOf(readings) ?? 0) };
}

/** Whether bytes come since this moment (ms); null: it was not asked often enough to know. */
export function arrivesSince(received: ReceivedBytes | null, since: number): boolean | null {
  const [before, last] = received?.readings.slice(-2) ?? [];
  if (!before || !last || last.at < since) return null;
  if (last.bytes === before.bytes) return false;
  return before.at >= since ? true : null;
}

/** An encoder that is set to one bitrate sends no less of it unless it falls behind. */
const LESS = 0.85;

/** Whether less comes than the same encoder has sent before; null: nobody is connected, or not for long enough. */
export function arrivesLess(received: ReceivedBytes | null): boolean | null {
  const rate = rateOf(received?.readings ?? []);
  return received && rate !== null ? rate < received.most * LESS : null;
}

/** kbit/s of the last ten seconds. */
export function receivedKbit(received: ReceivedBytes | null): number | null {
  const rate = rateOf(received?.readings ?? []);
  return rate === null ? null : (rate * 8) / 1000;
}

/** Polled totals of one connection to the RTMP or SRT server, oldest first. */
export interface ReceivedBytes {
  readings: readonly ByteSample[];
  /** Highest mean of ten seconds so far, in bytes per second. */
  most: number;
}

interface ByteSample {
  /** Milliseconds since 1970. */
  at: number;
  bytes: number;
}

const LATELY_MS = 10_000;
const MEASURED_MS = 5000;

function rateOf(readings: readonly ByteSample[]): number | null {
  const first = readings[0];
  const last = readings.at(-1);
  if (!first || !last || last.at - first.at < MEASURED_MS) return null;
  return ((last.bytes - first.bytes) * 1000) / (last.at - first.at);
}

export function receivedAfter(before: ReceivedBytes | null, bytes: number | null, at: number): ReceivedBytes | null {
  if (bytes === null) return null;
  const last = before?.readings.at(-1);
  if (!before || !last || bytes < last.bytes) return { readings: [{ at, bytes }], most: 0 };
  if (at <= last.at) return before;
  const readings = [...before.readings.filter((reading) => at - reading.at <= LATELY_MS), { at, bytes }];
  return { readings, most: Math.max(before.most, rateOf(readings) ?? 0) };
}

/** Null if the polls are too far apart to tell. `since` in ms. */
export function arrivesSince(received: ReceivedBytes | null, since: number): boolean | null {
  const [before, last] = received?.readings.slice(-2) ?? [];
  if (!before || !last || last.at < since) return null;
  if (last.bytes === before.bytes) return false;
  return before.at >= since ? true : null;
}

/** An encoder with a constant bitrate only sends less if it falls behind. */
const LESS = 0.85;

/** Null without a connection, or before there is enough data. */
export function arrivesLess(received: ReceivedBytes | null): boolean | null {
  const rate = rateOf(received?.readings ?? []);
  return received && rate !== null ? rate < received.most * LESS : null;
}

export function receivedKbit(received: ReceivedBytes | null): number | null {
  const rate = rateOf(received?.readings ?? []);
  return rate === null ? null : (rate * 8) / 1000;
}

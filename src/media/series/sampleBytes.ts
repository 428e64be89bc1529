import { METRICS, type Metric, type SeriesSample, type Spread, SUBJECT_STATES } from './sample.ts';

/** Inverse of the precision of each metric. */
const SCALES: Readonly<Record<Metric, number>> = {
  kbitIn: 10,
  kbitOut: 10,
  fps: 100,
  speed: 1000,
  cpu: 10,
  memory: 10,
  viewers: 10,
};
const SECONDS_SCALE = 10;
const LARGEST = 2 ** 42 - 1;
const [CONTINUES, BITS] = [0x80, 7];

export type NumberedSamples = ReadonlyMap<number, SeriesSample>;

/** About 30 bytes per subject: integers with 7 bits per byte, and a spread as mean and distances. */
export function encodeSamples(samples: NumberedSamples): Uint8Array {
  const all: number[] = [];
  for (const [number, sample] of samples) {
    const bytes: number[] = [];
    putSample(bytes, sample);
    put(all, number);
    put(all, bytes.length);
    all.push(...bytes);
  }
  return Uint8Array.from(all);
}

function putSample(bytes: number[], { seconds, outages, figures }: SeriesSample): void {
  for (const state of SUBJECT_STATES) put(bytes, seconds[state] * SECONDS_SCALE);
  if (seconds.failing > 0) {
    put(bytes, outages.count);
    for (const span of [outages.longest, outages.head, outages.tail]) put(bytes, span * SECONDS_SCALE);
  }
  put(
    bytes,
    METRICS.reduce((mask, metric, bit) => (figures[metric] === undefined ? mask : mask + 2 ** bit), 0),
  );
  for (const metric of METRICS) {
    const spread = figures[metric];
    if (spread === undefined) continue;
    const [mean, min, max] = [spread.mean, spread.min, spread.max].map((value) => whole(value * SCALES[metric]));
    put(bytes, spread.seconds * SECONDS_SCALE);
    put(bytes, mean ?? 0);
    put(bytes, (mean ?? 0) - (min ?? 0));
    put(bytes, (max ?? 0) - (mean ?? 0));
  }
}

const whole = (value: number) => Math.min(LARGEST, Math.max(0, Math.round(value)));

function put(bytes: number[], value: number): void {
  let left = whole(value);
  while (left >= CONTINUES) {
    bytes.push((left % CONTINUES) + CONTINUES);
    left = Math.floor(left / CONTINUES);
  }
  bytes.push(left);
}

/** Null if it is missing or damaged. */
export function decodeSample(bytes: Uint8Array, subject: number): SeriesSample | null {
  const reader = readerOf(bytes);
  while (!reader.isAtEnd()) {
    const [number, length] = [reader.next(), reader.next()];
    if (number === subject) return sampleAt(reader, length);
    reader.skip(length);
  }
  return null;
}

/** Stops at the first damage. */
export function* decodeSamples(bytes: Uint8Array): Generator<readonly [number: number, SeriesSample]> {
  const reader = readerOf(bytes);
  while (!reader.isAtEnd()) {
    const [number, length] = [reader.next(), reader.next()];
    const sample = sampleAt(reader, length);
    if (sample === null) return;
    yield [number, sample];
  }
}

interface Reader {
  at(): number;
  /** 0 past the end. */
  next(): number;
  skip(count: number): void;
  isAtEnd(): boolean;
}

function readerOf(bytes: Uint8Array): Reader {
  let at = 0;
  return {
    at: () => at,
    next() {
      let value = 0;
      for (let shift = 0; shift < 6 * BITS; shift += BITS) {
        const byte = bytes[at++] ?? 0;
        value += (byte % CONTINUES) * 2 ** shift;
        if (byte < CONTINUES) break;
      }
      return value;
    },
    skip(count) {
      at += count;
    },
    isAtEnd: () => at >= bytes.length,
  };
}

function sampleAt(reader: Reader, length: number): SeriesSample | null {
  const end = reader.at() + length;
  const seconds = () => reader.next() / SECONDS_SCALE;
  const spent = { live: seconds(), waiting: seconds(), failing: seconds(), stopped: seconds() };
  const outages =
    spent.failing > 0
      ? { count: reader.next(), longest: seconds(), head: seconds(), tail: seconds() }
      : { count: 0, longest: 0, head: 0, tail: 0 };
  const mask = reader.next();
  const figures: Partial<Record<Metric, Spread>> = {};
  METRICS.forEach((metric, bit) => {
    if (Math.floor(mask / 2 ** bit) % 2 === 0) return;
    const duration = seconds();
    const [mean, below, above] = [reader.next(), reader.next(), reader.next()];
    const value = (steps: number) => steps / SCALES[metric];
    figures[metric] = { seconds: duration, mean: value(mean), min: value(mean - below), max: value(mean + above) };
  });
  return reader.at() === end ? { seconds: spent, outages, figures } : null;
}

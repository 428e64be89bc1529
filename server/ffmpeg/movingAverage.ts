const WINDOW_MS = 30_000;
const SETTLE_MS = 1_000;
/** Lines closer than this replace each other; normally they are half a second apart. */
const APART_MS = 100;

interface Sample {
  readonly atMs: number;
  readonly frame: number;
  readonly sizeKb: number | null;
}

/** Over the last 30 s, in 1024 bit/s. ffmpeg's own averages since the start hide a stopped stream. */
export function createMovingAverage() {
  const samples: Sample[] = [];
  return {
    add(sample: Sample): void {
      const before = samples.at(-2);
      if (before !== undefined && sample.atMs - before.atMs < APART_MS) samples.pop();
      samples.push(sample);
      const oldestMs = sample.atMs - WINDOW_MS;
      while (samples[0] !== undefined && samples[0].atMs <= oldestMs) samples.shift();
    },
    at(nowMs: number): { fps: number; bitrateKbit: number } {
      const recent = samples.filter(({ atMs }) => atMs > nowMs - WINDOW_MS);
      const first = recent[0];
      const last = recent.at(-1);
      if (first === undefined || last === undefined) return { fps: 0, bitrateKbit: 0 };
      // Status lines are half a second apart, so a silence below a second is no stop.
      const seconds = Math.max(last.atMs - first.atMs, nowMs - first.atMs - SETTLE_MS) / 1000;
      if (seconds * 1000 < SETTLE_MS) return { fps: 0, bitrateKbit: 0 };
      const kilobytes = first.sizeKb === null || last.sizeKb === null ? 0 : last.sizeKb - first.sizeKb;
      return {
        fps: roundTo3((last.frame - first.frame) / seconds),
        bitrateKbit: roundTo3((Math.max(0, kilobytes) * 8) / seconds),
      };
    },
  };
}

const roundTo3 = (value: number) => Math.round(value * 1000) / 1000;

import { describe, expect, it } from 'vitest';
import { joinSamples, type SeriesSample, sampleOf } from './sample.ts';
import { decodeSample, decodeSamples, encodeSamples } from './sampleBytes.ts';

const live = (kbitOut: number, seconds = 7) =>
  sampleOf({ state: 'live', figures: { kbitOut, fps: 29.97, speed: 1.003, cpu: 12.3, memory: 45.6 } }, seconds);
const failing = sampleOf({ state: 'failing', figures: { kbitOut: 0 } }, 2.4);
const ALL = new Map<number, SeriesSample>([
  [1, live(4500)],
  [200, joinSamples(live(123.4), failing)],
  [70_000, sampleOf({ state: 'stopped', figures: {} }, 10)],
  [70_001, live(0)],
]);

describe('encoded samples', () => {
  it('are decoded as they were', () => {
    const bytes = encodeSamples(ALL);
    for (const [number, sample] of decodeSamples(bytes)) {
      const { figures, ...rest } = ALL.get(number) ?? failing;
      expect(sample).toMatchObject(rest);
      for (const [metric, spread] of Object.entries(figures))
        for (const [statistic, value] of Object.entries(spread)) {
          const got: unknown = Reflect.get(Object(Reflect.get(sample.figures, metric)), statistic);
          expect(Math.abs(Number(got) - value), `${metric} ${statistic}`).toBeLessThanOrEqual(0.05);
        }
    }
    expect([...decodeSamples(bytes)].map(([number]) => number)).toEqual([...ALL.keys()]);
    expect(decodeSample(bytes, 200)).toEqual(new Map(decodeSamples(bytes)).get(200));
    expect(decodeSample(bytes, 3)).toBeNull();
  });

  it('are small', () => {
    expect(encodeSamples(new Map([[50, live(4500)]])).length).toBeLessThan(36);
  });

  it('contain the largest figures, and clamp larger ones', () => {
    const [[, sample] = [0, failing]] = decodeSamples(encodeSamples(new Map([[1, live(1e300, 1e7)]])));
    expect(sample.figures.kbitOut?.max).toBe((2 ** 42 - 1) / 10);
    expect(sample.seconds.live).toBe(1e7);
  });

  it('that are damaged are decoded up to the damage, with finite figures', () => {
    const bytes = encodeSamples(ALL);
    for (let at = 0; at < bytes.length; at++)
      for (const wrong of [0, 0xff, 0x80, 0x7f]) {
        for (const some of [Uint8Array.from(bytes).fill(wrong, at, at + 9), bytes.slice(0, at)]) {
          const found = [...decodeSamples(some), [0, decodeSample(some, 70_000)] as const];
          expect(found.length).toBeLessThanOrEqual(bytes.length + 1);
          expect(JSON.stringify(found.map(([, sample]) => sample?.figures ?? {}))).not.toContain('null');
        }
      }
  });
});

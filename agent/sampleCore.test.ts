import { expect, it } from 'vitest';
import { CORE_SUBJECT } from '../src/media/series/readProcesses.ts';
import type { SampleSet } from './historyStore.ts';
import { sampleCore } from './sampleCore.ts';

const STARTED = 1_700_000_000;

function scene() {
  const sets: SampleSet[] = [];
  let [wall, steady] = [STARTED, 500];
  const sampler = sampleCore({
    ...{ viewers: () => new Map(), bitrates: () => new Map(), tell: (set: SampleSet) => sets.push(set) },
    now: () => wall * 1000,
    steady: () => steady * 1000,
  });
  return {
    sampler,
    answer(seconds: number, isThere = true, set = 0) {
      [wall, steady] = [wall + seconds + set, steady + seconds];
      sampler.take(isThere ? new Map() : null);
    },
    samples: () =>
      sets.map(({ time, samples }) => {
        const { live, failing } = samples.get(CORE_SUBJECT)?.seconds ?? { live: Number.NaN, failing: Number.NaN };
        return [time - STARTED, Math.round(live * 10) / 10, Math.round(failing * 10) / 10];
      }),
  };
}

it('a set of samples covers all polls in ten seconds, each for the time since the previous one', () => {
  const { answer, samples, sampler } = scene();
  answer(0);
  for (let at = 1; at < 25; at++) answer(1, at < 12 || at > 13);
  sampler.end();
  expect(samples()).toEqual([
    [0, 10, 0],
    [10, 8, 2],
    [20, 5, 0],
  ]);
});

it('a slow response counts for its whole duration, and a longer pause is a gap', () => {
  const { answer, samples, sampler } = scene();
  answer(0);
  for (const seconds of [1, 5.2, 3600, 1]) answer(seconds);
  sampler.end();
  sampler.end();
  expect(samples()).toEqual([
    [0, 7.2, 0],
    [3600, 2, 0],
  ]);
});

it.each([-600, 600, -STARTED + 100])('a clock that is set by %d s changes no duration', (step) => {
  const { answer, samples, sampler } = scene();
  answer(0);
  answer(1);
  answer(1, true, step);
  answer(1);
  sampler.end();
  expect(samples().map(([, live]) => live)).toEqual([2, 2]);
});

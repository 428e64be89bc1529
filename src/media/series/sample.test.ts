import { describe, expect, it } from 'vitest';
import {
  availabilityOf,
  joinSamples,
  type Measurement,
  type SeriesSample,
  type SeriesState,
  sampleOf,
} from './sample.ts';

const LETTERS: Readonly<Record<string, SeriesState>> = { l: 'live', w: 'waiting', f: 'failing', s: 'stopped' };
const READINGS: Readonly<Record<SeriesState, Measurement>> = {
  live: { state: 'live', figures: { kbitOut: 5000, fps: 25 } },
  waiting: { state: 'waiting', figures: {} },
  failing: { state: 'failing', figures: { kbitOut: 0, fps: 0 } },
  stopped: { state: 'stopped', figures: {} },
};

/** One letter per second; a dot is unobserved. */
function secondsOf(letters: string): (SeriesSample | undefined)[] {
  return [...letters].map((letter) => {
    const state = LETTERS[letter];
    return state && sampleOf(READINGS[state], 1);
  });
}
const joined = (samples: readonly (SeriesSample | undefined)[]) =>
  samples.reduce((all, sample) => (sample === undefined ? all : joinSamples(all, sample)), undefined);
const thinned = (letters: string, by: number) =>
  joined(
    Array.from({ length: Math.ceil(letters.length / by) }, (_, at) =>
      joined(secondsOf(letters.slice(at * by, at * by + by))),
    ),
  );

describe('availability', () => {
  it.each<[what: string, letters: string, onAir: number | null, outages: number, longest: number, observed: number]>([
    ['without observations', '....', null, 0, 0, 0],
    ['of a stopped process', 'ssss', null, 0, 0, 4],
    ['of a process that always ran', 'llllllll', 1, 0, 0, 8],
    ['of a start', 'sswwwlllll', 1, 0, 0, 10],
    ['of a fall', 'lllfflllll', 0.8, 1, 2, 10],
    ['of three falls', 'lfllffflfl', 0.5, 3, 3, 10],
    ['of an outage for the whole span', 'ffff', 0, 1, 4, 4],
    ['of an outage that a gap is in', 'lff...ffll', 3 / 7, 1, 4, 7],
    ['of an outage that starts and ends in a gap', 'll..ff..ll', 4 / 6, 1, 2, 6],
    ['of an outage that an operator ends', 'lffssffl', 2 / 6, 2, 2, 8],
    ['of an agent that was down', 'lll.......lll', 1, 0, 0, 6],
  ])('%s is the same for merged samples: %s', (_, letters, onAir, outages, longestSeconds, observedSeconds) => {
    for (const by of [1, 2, 3, 4, 5, 7, 20])
      expect(availabilityOf(thinned(letters, by))).toEqual({
        ...{ onAir, outages, longestSeconds, observedSeconds },
      });
  });
});

it('an outage of two seconds shows in the minimum of a month', () => {
  const month = thinned(`${'l'.repeat(3000)}ff${'l'.repeat(3000)}`, 10);
  expect(month?.figures.kbitOut).toMatchObject({ min: 0, max: 5000 });
  expect(month?.figures.kbitOut?.mean).toBeCloseTo(5000 * (6000 / 6002));
  expect(month?.seconds).toEqual({ live: 6000, waiting: 0, failing: 2, stopped: 0 });
});

it('a mean is weighted by time', () => {
  const some = joinSamples(
    sampleOf({ state: 'live', figures: { fps: 10 } }, 9),
    sampleOf({ state: 'live', figures: { fps: 20, cpu: 3 } }, 1),
  );
  expect(some.figures).toEqual({
    fps: { seconds: 10, mean: 11, min: 10, max: 20 },
    cpu: { seconds: 1, mean: 3, min: 3, max: 3 },
  });
});

it.each([Number.NaN, Number.POSITIVE_INFINITY, -1])('the figure %d is left out of a sample', (value) => {
  expect(sampleOf({ state: 'live', figures: { fps: value } }, 1).figures).toEqual({});
});

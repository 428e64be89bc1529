import { expect, it } from 'vitest';
import { columnsOf, csvOf, type TimedSample } from './columns.ts';
import { sampleOf } from './sample.ts';

const GRID = { from: 1_700_000_000, step: 60, points: 4, resolution: 1 };
const SAMPLES: readonly TimedSample[] = [
  [1_700_000_000 - 60, sampleOf({ state: 'failing', figures: { fps: 0 } }, 60)],
  [1_700_000_000, sampleOf({ state: 'live', figures: { fps: 24 } }, 30)],
  [1_700_000_030, sampleOf({ state: 'live', figures: { fps: 26 } }, 20)],
  [1_700_000_130, sampleOf({ state: 'failing', figures: { fps: 0 } }, 30)],
  [1_700_000_190, sampleOf({ state: 'stopped', figures: {} }, 60)],
  [1_700_000_240, sampleOf({ state: 'live', figures: { fps: 25 } }, 60)],
];

it('columns have a value per point, and null for unobserved points', () => {
  expect(columnsOf(GRID, SAMPLES)).toEqual({
    time: [1_700_000_000, 1_700_000_060, 1_700_000_120, 1_700_000_180],
    seconds: { live: [50, null, 0, 0], waiting: [0, null, 0, 0], failing: [0, null, 30, 0], stopped: [0, null, 0, 60] },
    figures: { fps: { mean: [24.8, null, 0, null], min: [24, null, 0, null], max: [26, null, 0, null] } },
    availability: { onAir: 50 / 80, outages: 1, longestSeconds: 30, observedSeconds: 140 },
  });
});

it('CSV has a row per point, with empty fields for unobserved points', () => {
  expect(csvOf(columnsOf(GRID, SAMPLES)).split('\r\n')).toEqual([
    'time,live_seconds,waiting_seconds,failing_seconds,stopped_seconds,fps_mean,fps_min,fps_max',
    '2023-11-14T22:13:20.000Z,50,0,0,0,24.8,24,26',
    '2023-11-14T22:14:20.000Z,,,,,,,',
    '2023-11-14T22:15:20.000Z,0,0,30,0,0,0,0',
    '2023-11-14T22:16:20.000Z,0,0,0,60,,,',
    '',
  ]);
});

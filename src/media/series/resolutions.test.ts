import { describe, expect, it } from 'vitest';
import { MOST_POINTS } from '../../api/agentEndpoints.ts';
import { chooseGrid, RESOLUTIONS } from './resolutions.ts';

const [HOUR, DAY] = [3600, 86_400];
const NOW = 20_000 * DAY;
/** A full history. */
const FULL = [1, 8, 90, 400, 400].map((days) => NOW - days * DAY);
const back = (seconds: number) => ({ from: NOW - seconds, to: NOW });

describe('the grid of a chart', () => {
  it.each<[what: string, seconds: number, points: number, step: number, finest: number]>([
    ['of an hour', HOUR, 2000, 10, 10],
    ['of an hour with few points', HOUR, 100, 60, 60],
    ['of a day', DAY, 2000, 60, 60],
    ['of a week', 7 * DAY, 2000, 900, 900],
    ['of a week with few points', 7 * DAY, 700, 900, 900],
    ['of a month', 30 * DAY, 2000, HOUR, HOUR],
    ['of a month with few points', 30 * DAY, 800, HOUR, HOUR],
    ['of eighty days', 80 * DAY, 2000, HOUR, HOUR],
    ['of a year', 365 * DAY, 2000, 6 * HOUR, 6 * HOUR],
    ['of one point', 30 * DAY, 1, 32 * DAY, 6 * HOUR],
  ])('%s over %d s with %d points has a point every %d s', (_, seconds, points, step, finest) => {
    const grid = chooseGrid(back(seconds), points, FULL);
    expect([grid.step, RESOLUTIONS[grid.resolution]?.seconds]).toEqual([step, finest]);
  });

  it('of an hour three days ago uses the samples that still exist', () => {
    const at = NOW - 3 * DAY;
    expect(chooseGrid({ from: at, to: at + HOUR }, 2000, FULL)).toMatchObject({ step: 60, resolution: 1 });
  });

  it('of a new history has the highest resolution', () => {
    const start = NOW - 95;
    const oldest = [start, start - 35, null, null, null];
    expect(chooseGrid(back(HOUR), 2000, oldest)).toMatchObject({ step: 10, resolution: 0 });
    expect(chooseGrid(back(HOUR), 2000, [null, null, null, null, null])).toMatchObject({ step: 10 });
  });

  it('always covers its span with whole steps, and not more points than requested', () => {
    for (const seconds of [1, 9, 10, 599, HOUR, DAY + 7, 400 * DAY, 40_000 * DAY, 86_400_000 * DAY])
      for (const points of [1, 2, 3, 500, MOST_POINTS])
        for (const begin of [0, 1, 12_345, NOW + 3]) {
          const grid = chooseGrid({ from: begin, to: begin + seconds }, points, FULL);
          expect(grid.points).toBeLessThanOrEqual(points);
          expect(grid.from).toBeLessThanOrEqual(begin);
          expect(grid.from + grid.points * grid.step).toBeGreaterThanOrEqual(begin + seconds);
          expect(grid.from % grid.step).toBe(0);
          expect(grid.step % (RESOLUTIONS[grid.resolution]?.seconds ?? 0)).toBe(0);
        }
  });
});

import { describe, expect, it } from 'vitest';
import { type HistoryAnswer, MOST_POINTS } from '../../api/agentEndpoints.ts';
import { FIGURES } from './figures.ts';
import {
  chartColumns,
  joinPoints,
  nearestPoint,
  outagesIn,
  readHistory,
  secondsInStates,
  stateRuns,
} from './historyPoints.ts';
import { METRICS } from './sample.ts';

const T = 1_700_000_000;

/** Live, an outage of two seconds, an unreachable agent, stopped. */
const ANSWER: HistoryAnswer = {
  subject: 'core',
  step: 10,
  time: [T, T + 10, T + 20, T + 30],
  seconds: {
    live: [10, 8, null, 0],
    waiting: [0, 0, null, 0],
    failing: [0, 2, null, 0],
    stopped: [0, 0, null, 10],
  },
  figures: {
    fps: { mean: [25, 20, null, null], min: [25, 0, null, null], max: [25, 25, null, null] },
    speed: { mean: [null, null, null, null], min: [null, null, null, null], max: [null, null, null, null] },
  },
  availability: { onAir: 0.9, outages: 1, longestSeconds: 2, observedSeconds: 30 },
};
const read = (changed: Partial<HistoryAnswer> = {}) => readHistory({ ...ANSWER, ...changed });
const points = () => read()?.points ?? [];

it('every metric of the samples is displayed', () => {
  expect(METRICS.filter((metric) => !FIGURES.some(({ name }) => name === metric))).toEqual([]);
});

describe('a history response', () => {
  it('becomes points, with null for unobserved ones', () => {
    expect(read()?.figures).toEqual(['fps']);
    expect(points().map(({ seconds, figures }) => [seconds?.failing, figures.fps?.mean, figures.fps?.min])).toEqual([
      [0, 25, 25],
      [2, 20, 0],
      [undefined, undefined, undefined],
      [0, undefined, undefined],
    ]);
  });

  const spread = (mean: (number | null)[]) => ({ fps: { mean, min: mean, max: mean } });
  const seconds = (live: (number | null)[]) => ({ ...ANSWER.seconds, live });
  it.each<[what: string, changed: Partial<HistoryAnswer>]>([
    ['a column of figures that is shorter', { figures: spread([25, 25, 25]) }],
    ['a column of figures that is longer', { figures: spread([1, 2, 3, 4, 5]) }],
    ['a column of states that is shorter', { seconds: seconds([10]) }],
    ['times that fall', { time: [T, T + 20, T + 10, T + 30] }],
    ['repeated times', { time: [T, T, T + 10, T + 20] }],
    ['an invalid time', { time: [T, Number.NaN, T + 20, T + 30] }],
    ['no step', { step: 0 }],
    ['an invalid step', { step: Number.NaN }],
    ['too many points', { time: Array.from({ length: MOST_POINTS + 1 }, (_, n) => n) }],
  ])('with %s is rejected', (_, changed) => expect(read(changed)).toBe(null));

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, null])('with the figure %s has no value there', (value) => {
    const series = read({ figures: spread([25, value, 25, 25]) });
    expect(series?.points.map(({ figures }) => figures.fps?.mean)).toEqual([25, undefined, 25, 25]);
  });

  it('without points becomes an empty chart', () => {
    const none = { live: [], waiting: [], failing: [], stopped: [] };
    const series = read({ time: [], seconds: none, figures: {} });
    expect(series).toMatchObject({ points: [], figures: [] });
    expect(nearestPoint([], T)).toBe(null);
    expect(stateRuns([])).toEqual([]);
  });
});

it('the strip shows the worst state of a point, and unobserved points', () => {
  expect(stateRuns(points())).toEqual([
    { state: 'live', from: T, to: T + 10 },
    { state: 'failing', from: T + 10, to: T + 20 },
    { state: 'unseen', from: T + 20, to: T + 30 },
    { state: 'stopped', from: T + 30, to: T + 40 },
  ]);
  const [first, , , last] = points();
  expect(stateRuns([first, last].flatMap((point) => point ?? [])).map(({ state }) => state)).toEqual([
    ...['live', 'unseen', 'stopped'],
  ]);
  expect(secondsInStates(points())).toEqual({ live: 18, waiting: 0, failing: 2, stopped: 10 });
});

it('outages have a start, an end and a duration', () => {
  const failing = (...seconds: (number | null)[]) =>
    read({ seconds: { ...ANSWER.seconds, failing: seconds } })?.points ?? [];
  expect(outagesIn(failing(0, 2, null, 0))).toEqual([{ from: T + 10, to: T + 20, seconds: 2 }]);
  expect(outagesIn(failing(3, 10, null, 1))).toEqual([
    { from: T, to: T + 20, seconds: 13 },
    { from: T + 30, to: T + 40, seconds: 1 },
  ]);
  expect(outagesIn(failing(0, 0, null, 0))).toEqual([]);
});

it('a chart draws each point until its end, and a gap as null instead of 0', () => {
  expect(chartColumns(points(), 'fps')).toEqual({
    time: [T, T + 10, T + 10, T + 20, T + 20, T + 30, T + 30, T + 40],
    mean: [25, 25, 20, 20, null, null, null, null],
    min: [25, 25, 0, 0, null, null, null, null],
    max: [25, 25, 25, 25, null, null, null, null],
  });
});

it('points of a group are merged, with their minimum and maximum', () => {
  const [joined] = joinPoints(points(), () => 0);
  expect(joined).toMatchObject({
    ...{ time: T, end: T + 40, seconds: { live: 18, waiting: 0, failing: 2, stopped: 10 } },
    figures: { fps: { mean: 22.5, min: 0, max: 25 } },
  });
  expect(joinPoints(points(), (time) => time)).toEqual(points());
});

it('the point at or near a moment is found', () => {
  expect([T - 99, T, T + 9, T + 10, T + 999].map((time) => nearestPoint(points(), time))).toEqual([0, 0, 0, 1, 3]);
});

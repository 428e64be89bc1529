import { expect, it } from 'vitest';
import { delayAt, edgeOf, type Growth, grown, type ListedSegment, listedIn, nextStep } from './liveDelay.ts';

const BEGUN = 1_800_000_000;
/** Seconds of `performance.now()` at that time. */
const STEADY = 70;

interface Stream {
  segment: number;
  reload: number;
  behind: number;
  /** Error of the date in the playlist, in seconds; null without a date. */
  day: number | null;
  /** Error of this machine's clock, in seconds. */
  clock?: number;
}

/** Measures a simulated stream for two minutes. The player's timeline starts with the eleventh segment. */
function watched({ segment, reload, behind, day, clock = 0 }: Stream) {
  const zero = 10 * segment;
  let growth: Growth | null = null;
  let now = zero;
  for (let poll = 0; now < zero + 120; poll++) {
    now = zero + 0.013 + poll * reload;
    const complete = Math.floor(now / segment);
    const listed = [...Array(6).keys()].map((i): ListedSegment => {
      const n = complete - 6 + i;
      const loaded = i < 4;
      return {
        duration: segment,
        end: loaded ? (n + 1) * segment - zero : null,
        day: day === null ? null : BEGUN + n * segment + day,
      };
    });
    growth = grown(growth, edgeOf(listed), STEADY + now);
  }
  return growth && delayAt(growth, now - behind - zero, { now: STEADY + now, day: BEGUN + now + clock });
}

it.each<[string, Stream]>([
  ['fast', { segment: 1, reload: 1, behind: 3.4, day: null }],
  ['normal', { segment: 2, reload: 2, behind: 7.1, day: null }],
  ['read at odd moments', { segment: 2, reload: 1.37, behind: 6.5, day: null }],
  ['read late', { segment: 2, reload: 2.02, behind: 6.5, day: null }],
  ['safe', { segment: 4, reload: 4, behind: 15, day: null }],
  ['far behind', { segment: 2, reload: 2, behind: 31, day: null }],
  [
    'with a time of day that is ahead, as ffmpeg has looked at the source before',
    { segment: 2, reload: 2, behind: 7, day: 5 },
  ],
  ['with a clock that is slow', { segment: 2, reload: 2, behind: 7, day: -90 }],
  ['on a machine whose clock is set by 30 days', { segment: 2, reload: 2, behind: 7, day: 0, clock: 30 * 86_400 }],
  ['on a machine whose clock is set back by 3 days', { segment: 2, reload: 2, behind: 7, day: 0, clock: -3 * 86_400 }],
])('the measured range contains the actual delay and is at most a segment wide, for a stream %s', (_, stream) => {
  const { least, most } = watched(stream) ?? { least: Number.NaN, most: Number.NaN };
  expect(least).toBeLessThanOrEqual(stream.behind + 0.001);
  expect(most).toBeGreaterThanOrEqual(stream.behind - 0.001);
  expect(most - least).toBeLessThanOrEqual(stream.segment);
});

it('the delay is exact if the playlist has dates', () => {
  const { least, most } = watched({ segment: 2, reload: 2.02, behind: 7.1, day: 0 }) ?? { least: 0, most: 0 };
  expect(most).toBe(least);
  expect(least).toBeCloseTo(7.1, 3);
});

const edge = (end: number) => ({ end, day: null, segment: 2 });

it('no delay is measured before the playlist has grown a few times', () => {
  let growth = grown(null, edge(10), 100);
  for (const [end, now] of [
    [10, 101],
    [12, 102],
    [14, 104],
  ] as const)
    growth = grown(growth, edge(end), now);
  expect(growth && delayAt(growth, 6, { now: 104, day: 0 })).toBeNull();
  growth = grown(growth, edge(16), 106);
  expect(growth && delayAt(growth, 10, { now: 106, day: 0 })).toEqual({ least: 6, most: 8 });
});

it('measuring restarts with another stream and keeps its state while the playlist is unavailable', () => {
  const before = { edge: edge(60), leads: [1, 2, 3] };
  expect(grown(before, edge(4), 200)).toEqual({ edge: edge(4), leads: [] });
  expect(grown(before, null, 200)).toBe(before);
  expect(grown(before, edge(60.05), 200)).toBe(before);
});

it.each<[string, unknown]>([
  ['nothing', null],
  ['a browser that plays by itself', { name_: 'Html5' }],
  ['no playlist yet', { vhs: { playlists: { media: () => undefined } } }],
  ['an engine that is another', { vhs: { playlists: { media: 'list' } } }],
  ['files that are not segments', { vhs: { playlists: { media: () => ({ segments: 'many' }) } } }],
])('no segments are listed for %s', (_, tech) => expect(listedIn(tech)).toEqual([]));

it("segments are read from the engine's playlist", () => {
  const segments = [{ duration: 2, end: 8, programDateTime: 1_800_000_000_500 }, { duration: 'long' }, null];
  const playlists = {
    list: { segments },
    media() {
      return this.list;
    },
  };
  expect(listedIn({ vhs: { playlists } })).toEqual([
    { duration: 2, end: 8, day: 1_800_000_000.5 },
    { duration: 0, end: null, day: null },
    { duration: 0, end: null, day: null },
  ]);
  expect(edgeOf(listedIn({ vhs: { playlists } }))).toEqual({ end: 8, day: null, segment: 0 });
  expect(edgeOf([])).toBeNull();
  expect(edgeOf([{ duration: 2, end: null, day: null }])).toBeNull();
});

it.each([
  ['plays at the edge', { paused: false, currentTime: 100, edge: 101, still: 0 }, 'none'],
  ['loaded nothing yet', { paused: false, currentTime: 0, edge: null, still: 3 }, 'none'],
  ['lags after a stall', { paused: false, currentTime: 100, edge: 109, still: 0 }, 'jump'],
  ['stalls for long', { paused: false, currentTime: 100, edge: 100, still: 10 }, 'reload'],
  ['never started', { paused: false, currentTime: 0, edge: null, still: 12 }, 'reload'],
  ['is paused by the operator', { paused: true, currentTime: 100, edge: 500, still: 400 }, 'none'],
] as const)('the step for a player that %s', (_, moment, step) => expect(nextStep(moment)).toBe(step));

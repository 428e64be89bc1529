import { expect, it } from 'vitest';
import { delayAt, edgeOf, type Growth, grown, type ListedSegment, listedIn, nextStep } from './liveDelay.ts';

const BEGUN = 1_800_000_000;
/** What `performance.now()` shows then, in seconds. */
const STEADY = 70;

interface Stream {
  segment: number;
  /** Seconds between two looks of the player at the playlist. */
  reload: number;
  /** What the player is behind the server, in truth. */
  behind: number;
  /** How far the time of day in the playlist is wrong; null: there is none. */
  day: number | null;
  /** By how much the clock of this machine was set (s). */
  clock?: number;
}

/** What is measured of a stream after two minutes. The player began its timeline with the segment after the tenth. */
function watched({ segment, reload, behind, day, clock = 0 }: Stream) {
  const zero = 10 * segment;
  let growth: Growth | null = null;
  let now = zero;
  for (let look = 0; now < zero + 120; look++) {
    now = zero + 0.013 + look * reload;
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
])('%s: the truth lies in what is said, which is no wider than a segment', (_, stream) => {
  const { least, most } = watched(stream) ?? { least: Number.NaN, most: Number.NaN };
  expect(least).toBeLessThanOrEqual(stream.behind + 0.001);
  expect(most).toBeGreaterThanOrEqual(stream.behind - 0.001);
  expect(most - least).toBeLessThanOrEqual(stream.segment);
});

it('is exact where the playlist tells the time of day', () => {
  const { least, most } = watched({ segment: 2, reload: 2.02, behind: 7.1, day: 0 }) ?? { least: 0, most: 0 };
  expect(most).toBe(least);
  expect(least).toBeCloseTo(7.1, 3);
});

const edge = (end: number) => ({ end, day: null, segment: 2 });

it('says nothing before it has seen the playlist grow a few times', () => {
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

it('begins anew with another stream, and keeps what it knows while the playlist is away', () => {
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
  ['segments that are none', { vhs: { playlists: { media: () => ({ segments: 'many' }) } } }],
])('finds no segments in %s', (_, tech) => expect(listedIn(tech)).toEqual([]));

it('reads what the engine has of the playlist', () => {
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
  ['stands still for long', { paused: false, currentTime: 100, edge: 100, still: 10 }, 'reload'],
  ['never began', { paused: false, currentTime: 0, edge: null, still: 12 }, 'reload'],
  ['is paused by the operator', { paused: true, currentTime: 100, edge: 500, still: 400 }, 'none'],
] as const)('a player that %s', (_, moment, step) => expect(nextStep(moment)).toBe(step));

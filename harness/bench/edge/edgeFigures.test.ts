import { expect, it } from 'vitest';
import { edgeFiguresOf, missedGoals, missedGoalsBesideStrangers, percentile } from './edgeFigures.ts';
import { type FetchResult, linesOf } from './viewers.ts';

const unknown = { memoryMib: null, corePercent: null, fewPercent: null };

const fetched = (more: Partial<FetchResult>): FetchResult => ({
  ...{ kind: 'segment', ms: 10, failed: false, cache: 'HIT', ...more },
});

it.each([
  [[], 0],
  [[7], 7],
  [Array.from({ length: 100 }, (_, n) => n + 1), 95],
  [[3, 1, 2], 3],
])('the 95th percentile of %j', (values, expected) => expect(percentile(values, 0.95)).toBe(expected));

it('requests to the core are cache misses of an edge, or all requests without an edge', () => {
  const all = ['HIT', 'MISS', 'EXPIRED', 'UPDATING', 'STALE', null].map((cache) => fetched({ cache }));
  expect(edgeFiguresOf(all, 2, 1)).toEqual({ requests: 6, errors: 0, p95Ms: 10, originPerSecond: 1 });
  expect(edgeFiguresOf(all, 2, 0).originPerSecond).toBe(3);
});

it.each([
  [{ errors: 0, p95Ms: 999, originPerSecond: 3 }, 1, []],
  [
    { errors: 2, p95Ms: 1001, originPerSecond: 7 },
    2,
    ['2 errors', 'p95 over half a segment', 'more than 3 requests a second to the core'],
  ],
  [{ errors: 0, p95Ms: 1, originPerSecond: 500 }, 0, []],
])('the goals of figures %j over %i edges: misses %j', (figures, edges, missed) =>
  expect(missedGoals({ requests: 1, ...figures }, edges, { viewers: 0, counted: 0, ...unknown })).toEqual(missed),
);

it.each([
  [{ viewers: 500, counted: 475, memoryMib: 63.9 }, 1, []],
  [{ viewers: 500, counted: 474, memoryMib: 64 }, 1, ['474 of 500 counted', '64 MiB']],
  [{ viewers: 500, counted: 526 }, 2, ['526 of 500 counted']],
  [{ viewers: 500, counted: 0 }, 0, []],
  [{ viewers: 500, counted: 500, corePercent: 1, fewPercent: 1 }, 1, []],
  [{ viewers: 500, counted: 500, corePercent: 1.1, fewPercent: 1 }, 2, ['more CPU than for a few viewers']],
  [{ viewers: 500, counted: 500, corePercent: 9, fewPercent: 1 }, 0, []],
])('the goals of status figures %j over %i edges: misses %j', (status, edges, missed) =>
  expect(
    missedGoals({ requests: 1, errors: 0, p95Ms: 1, originPerSecond: 1 }, edges, { ...unknown, ...status }),
  ).toEqual(missed),
);

it('a playlist is parsed', () => expect(linesOf('#EXTM3U\n#EXTINF:2,\na.ts\n\nb.ts\n')).toEqual(['a.ts', 'b.ts']));

it.each([
  [{ failedSegments: 0, failedPlaylists: 0, quietPerSecond: 1.5, perSecond: 4.5 }, []],
  [
    { failedSegments: 2, failedPlaylists: 1, quietPerSecond: 1.5, perSecond: 4.6 },
    ['2 segments failed', '1 playlists failed', 'more than 3 requests a second to the core, above 1.5'],
  ],
])('the goals of viewers beside strangers %j: misses %j', (figures, missed) =>
  expect(missedGoalsBesideStrangers(figures)).toEqual(missed),
);

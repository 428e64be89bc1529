import { expect, it } from 'vitest';
import type { HoldStatus } from '../../../../media/hold/holdStatus.ts';
import { NOT_SEEN, nextAgentSight } from './nextAgentSight.ts';

const written = (beat: number): HoldStatus => ({
  ...{ version: 1, beat, onAir: 'source', seconds: 1, why: 'running', image: 'ready', limitIn: null },
});

it.each<[string, reads: readonly [seconds: number, beat: number | null][], string]>([
  ['not looked for', [], 'unknown'],
  ['whose file is seen once', [[0, 4]], 'unknown'],
  [
    'whose beat rises',
    [
      [0, 4],
      [3, 5],
    ],
    'alive',
  ],
  [
    'that writes more seldom than it is looked for',
    [
      [0, 4],
      [3, 5],
      [5, 5],
      [8, 6],
    ],
    'alive',
  ],
  [
    'that has stopped',
    [
      [0, 4],
      [3, 5],
      [6, 5],
      [9, 5],
    ],
    'gone',
  ],
  [
    'that was gone before',
    [
      [0, 4],
      [3, 4],
      [6, 4],
    ],
    'gone',
  ],
  [
    'that is not there',
    [
      [0, null],
      [3, null],
      [6, null],
    ],
    'gone',
  ],
  [
    'that may come',
    [
      [0, null],
      [3, null],
    ],
    'unknown',
  ],
  [
    'that begins',
    [
      [0, null],
      [3, null],
      [6, null],
      [9, 1],
      [12, 2],
    ],
    'alive',
  ],
  [
    'that begins anew with a lower beat',
    [
      [0, 9],
      [3, 10],
      [12, 10],
      [15, 1],
    ],
    'alive',
  ],
  [
    'whose file was removed',
    [
      [0, 4],
      [3, 5],
      [6, null],
      [9, null],
    ],
    'gone',
  ],
])('an agent %s', (_, reads, status) => {
  const sight = reads.reduce(
    (before, [seconds, beat]) =>
      nextAgentSight(before, { status: beat === null ? null : written(beat), at: seconds * 1000 }),
    NOT_SEEN,
  );
  expect(sight.status).toBe(status);
});

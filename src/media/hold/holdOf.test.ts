import { expect, it } from 'vitest';
import { GONE_AFTER_MS, holdOf, isProtected, type ShownHold } from './holdOf.ts';
import { type HoldSighting, sightingAfter } from './holdSighting.ts';
import type { HoldStatus } from './holdStatus.ts';

const status = (beat: number, more: Partial<HoldStatus> = {}): HoldStatus => ({
  ...{ version: 1, beat, onAir: 'source', seconds: 30, why: 'running', image: 'ready', limitIn: null },
  ...more,
});
const slate: Partial<HoldStatus> = { onAir: 'slate', why: 'ended', seconds: 4, limitIn: 1796 };

const sightingOf = (readings: readonly (readonly [seconds: number, HoldStatus | null])[]): HoldSighting | undefined =>
  readings.reduce<HoldSighting | undefined>(
    (before, [seconds, read]) => sightingAfter(before, read, seconds * 1000),
    undefined,
  );

it.each<[string, boolean, Parameters<typeof sightingOf>[0], ShownHold]>([
  ['no process reads it', false, [[10, status(1)]], { status: 'none' }],
  ['no poll has finished yet', true, [], { status: 'waiting' }],
  ['there is no status yet', true, [[10, null]], { status: 'waiting' }],
  [
    'there has been no status for six seconds',
    true,
    [
      [10, null],
      [16, null],
    ],
    { status: 'gone' },
  ],
  [
    'the beat does not change for a short time',
    true,
    [
      [10, status(1)],
      [15.9, status(1)],
    ],
    { status: 'ready', isOver: false },
  ],
  [
    'the beat does not change for six seconds',
    true,
    [
      [10, status(1)],
      [12, status(1)],
      [16, status(1)],
    ],
    { status: 'gone' },
  ],
  [
    'the status is gone for six seconds',
    true,
    [
      [10, status(1)],
      [12, null],
      [16, null],
    ],
    { status: 'gone' },
  ],
  [
    'the agent has restarted and counts from the start',
    true,
    [
      [10, status(70)],
      [16, status(70)],
      [18, status(0)],
    ],
    { status: 'ready', isOver: false },
  ],
  [
    'it was rarely read',
    true,
    [
      [10, status(1)],
      [60, status(26)],
    ],
    { status: 'ready', isOver: false },
  ],
  ['the image is drawn', true, [[10, status(1, { image: 'drawing' })]], { status: 'cannot', obstacle: 'drawing' }],
  ['the codec is unsuitable', true, [[10, status(1, { image: 'codec' })]], { status: 'cannot', obstacle: 'codec' }],
  [
    'the image is on the air',
    true,
    [[10, status(1, slate)]],
    { status: 'slate', since: 6000, why: 'ended', limitAt: 1_806_000 },
  ],
  [
    'a late answer does not move its times',
    true,
    [
      [10, status(1, slate)],
      [13, status(2, { ...slate, seconds: 6, limitIn: 1794 })],
    ],
    { status: 'slate', since: 6000, why: 'ended', limitAt: 1_806_000 },
  ],
  [
    'the image is on the air again',
    true,
    [
      [10, status(1, slate)],
      [30, status(9, slate)],
    ],
    { status: 'slate', since: 26_000, why: 'ended', limitAt: 1_826_000 },
  ],
  [
    'the image is on the air while another one is rendered',
    true,
    [[10, status(1, { ...slate, image: 'drawing', limitIn: null })]],
    { status: 'slate', since: 6000, why: 'ended', limitAt: null },
  ],
  [
    'its limit was reached',
    true,
    [[10, status(1, { onAir: 'nothing', why: 'limit' })]],
    { status: 'ready', isOver: true },
  ],
  [
    'the channel is off',
    true,
    [[10, status(1, { onAir: 'nothing', why: 'stopped' })]],
    { status: 'ready', isOver: false },
  ],
])('the interface shows the right state of a standby image: %s', (_, isRead, readings, shown) =>
  expect(holdOf(isRead, sightingOf(readings))).toEqual(shown),
);

it.each<[ShownHold['status'], boolean]>([
  ['none', false],
  ['waiting', false],
  ['gone', false],
  ['cannot', false],
  ['ready', true],
  ['slate', true],
])('a channel whose standby image is "%s" is protected: %s', (kind, expected) =>
  expect(isProtected({ status: kind } as ShownHold)).toBe(expected),
);

it('an agent counts as gone after three missed status updates', () => expect(GONE_AFTER_MS).toBe(3 * 2000));

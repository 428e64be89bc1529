import { expect, it } from 'vitest';
import { type SizingQuestion, type SizingResult, sizeDelivery } from './sizing.ts';

const question: SizingQuestion = {
  ...{ viewers: 100, bitrateKbit: 4000, uplinkKbit: null, mostViewers: 0, mostMbit: 0 },
  ...{ freeMemory: null, freeDisk: null },
};

it.each<[Partial<SizingQuestion>, Partial<SizingResult>]>([
  [{}, { neededMbit: 500, share: null, broken: [], isTight: false, isEnough: false, edges: 1, originMbit: 5 }],
  [{ uplinkKbit: 1_000_000 }, { share: 50, broken: [], isTight: false, isEnough: true }],
  [
    { uplinkKbit: 1_000_000, mostViewers: 99 },
    { share: 50, broken: ['viewers'], isEnough: false },
  ],
  [{ uplinkKbit: 600_000 }, { share: 83, broken: [], isTight: true, isEnough: false }],
  [{ uplinkKbit: 100_000 }, { share: 500, broken: ['uplink'], isTight: false }],
  [{ uplinkKbit: 0 }, { share: null, broken: [] }],
  [{ mostViewers: 100 }, { broken: [] }],
  [{ mostViewers: 99 }, { broken: ['viewers'] }],
  // 1.15 × 100 × 4 + 2 × 4 = 468
  [{ mostMbit: 468 }, { broken: ['bandwidth'] }],
  [{ mostMbit: 469 }, { broken: [] }],
  [{ viewers: 100_000 }, { neededMbit: 500_000, edges: 667, originMbit: 3335 }],
  [{}, { channelBytes: 12_000_000, edgeBytes: 30_000_000, hourBytes: 1_800_000_000, hours: null }],
  [
    { freeMemory: 12_000_000, freeDisk: 20e9 },
    { broken: [], hours: 11 },
  ],
  [
    { freeMemory: 11_999_999, freeDisk: 0 },
    { broken: ['memory'], hours: 0 },
  ],
  [{ bitrateKbit: 0, freeDisk: 1 }, { hours: null }],
  [{ viewers: 0 }, { neededMbit: 0, edges: 1 }],
])('bandwidth and edges are calculated for %j', (change, sizing) =>
  expect(sizeDelivery({ ...question, ...change })).toMatchObject(sizing),
);

import { expect, it } from 'vitest';
import { compareSteps } from './compareSteps.ts';
import type { ChannelsStep } from './stalePlaylists.ts';

const step = (channels: number, cpuPercent: number | null, memoryMib: number | null): ChannelsStep => ({
  ...{ channels, cpuPercent, memoryMib, ages: [] },
});

it.each([
  [step(1, 1.2, 150), step(1, 1, 100), { cpu: 1.2, memory: 1.5, missed: [] }],
  [step(5, 1.25, 100), step(5, 1, 100), { cpu: 1.25, memory: 1, missed: ['CPU'] }],
  [step(10, 2, 160), step(10, 1, 100), { cpu: 2, memory: 1.6, missed: ['CPU', 'memory'] }],
  [step(20, null, 100), step(20, 1, null), { cpu: null, memory: null, missed: [] }],
  [step(20, 1, 100), step(20, 0, 100), { cpu: null, memory: 1, missed: [] }],
])('the ratios of the steps %j and %j', (first, other, expected) =>
  expect(compareSteps([first], [other])).toEqual([{ channels: first.channels, ...expected }]),
);

it('steps of one core only are left out', () => expect(compareSteps([step(1, 1, 1)], [step(5, 1, 1)])).toEqual([]));

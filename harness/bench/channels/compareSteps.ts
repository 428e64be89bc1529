import type { ChannelsStep } from './stalePlaylists.ts';

/** Goals of `make bench-channels`: maximum usage of the first core relative to the last. */
export const MOST_CPU = 1.2;
export const MOST_MEMORY = 1.5;

interface StepRatio {
  readonly channels: number;
  readonly cpu: number | null;
  readonly memory: number | null;
  readonly missed: readonly ('CPU' | 'memory')[];
}

const ratioOf = (a: number | null, b: number | null): number | null =>
  a === null || b === null || b === 0 ? null : a / b;

export const compareSteps = (first: readonly ChannelsStep[], last: readonly ChannelsStep[]): StepRatio[] =>
  first.flatMap((step) => {
    const other = last.find(({ channels }) => channels === step.channels);
    if (other === undefined) return [];
    const cpu = ratioOf(step.cpuPercent, other.cpuPercent);
    const memory = ratioOf(step.memoryMib, other.memoryMib);
    const missed = [
      ...(cpu !== null && cpu > MOST_CPU ? (['CPU'] as const) : []),
      ...(memory !== null && memory > MOST_MEMORY ? (['memory'] as const) : []),
    ];
    return [{ channels: step.channels, cpu, memory, missed }];
  });

import { type Resources, scarcestDisk } from './resources.ts';

const FULL_PERCENT = 95;

export interface Fullness {
  percent: number;
  isFull: boolean;
}

const fullnessOf = (percents: readonly (number | null)[]): Fullness | null => {
  const numbers = percents.flatMap((percent) => (Number.isFinite(percent) ? [Number(percent)] : []));
  const percent = Math.max(...numbers);
  return numbers.length === 0 ? null : { percent, isFull: percent >= FULL_PERCENT };
};

export const diskFullness = (resources: Pick<Resources, 'disk' | 'volume'>): Fullness | null =>
  fullnessOf([scarcestDisk(resources).percent]);

/** Returns the fuller of the machine's memory and the memory storage; null if the core reports neither. */
export const memoryFullness = ({ memory, memfs }: Pick<Resources, 'memory' | 'memfs'>): Fullness | null =>
  fullnessOf([memory.percent, memfs.percent]);

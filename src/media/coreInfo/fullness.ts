import { type Resources, scarcestDisk } from './resources.ts';

/** From here on there is too little left for what comes next. */
const FULL_PERCENT = 95;

/** Of what may be used. */
export interface Fullness {
  percent: number;
  isFull: boolean;
}

const fullnessOf = (percents: readonly (number | null)[]): Fullness | null => {
  const known = percents.flatMap((percent) => (Number.isFinite(percent) ? [Number(percent)] : []));
  const percent = Math.max(...known);
  return known.length === 0 ? null : { percent, isFull: percent >= FULL_PERCENT };
};

/** What files of the core run out of first; null: the core does not tell. */
export const diskFullness = (resources: Pick<Resources, 'disk' | 'volume'>): Fullness | null =>
  fullnessOf([scarcestDisk(resources).percent]);

/** Memory of the machine or of the files in it, whichever is fuller; null: the core does not tell. */
export const memoryFullness = ({ memory, memfs }: Pick<Resources, 'memory' | 'memfs'>): Fullness | null =>
  fullnessOf([memory.percent, memfs.percent]);

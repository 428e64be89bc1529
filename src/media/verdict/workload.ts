import type { Situation } from './situation.ts';

/** From here on an encoder is slow because of the machine; below, it waits for its source. */
const BUSY_PERCENT = 70;

/** A slow encoder that has little to do waits for what it encodes. */
export const isOverworked = ({ progress, cpuLately }: Situation): boolean =>
  progress?.status === 'connected' && progress.encodes === true && (cpuLately === null || cpuLately >= BUSY_PERCENT);

/** Percent of the machine: an encoder that gets nothing to encode uses less, however busy the others are. */
const AT_REST_PERCENT = 1;

export const isAtRest = ({ progress }: Situation): boolean =>
  progress?.status === 'connected' && progress.cpu !== undefined && progress.cpu < AT_REST_PERCENT;

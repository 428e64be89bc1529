import { isGroup } from '../stored/storedSchemas.ts';

export const edgeStatusAddress = (edge: string): string => `${edge}/edge/status`;

/** Parses the status of an edge (`viewerCountScript`); null if it is malformed. */
export function edgeViewersIn(told: unknown, channel: string): number | null {
  if (!isGroup(told) || !isGroup(told.channels)) return null;
  const count = Object.hasOwn(told.channels, channel) ? told.channels[channel] : 0;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null;
}

export interface EdgeAudience {
  viewers: number;
  edges: number;
  answered: number;
}

export function edgeAudienceOf(told: readonly unknown[], channel: string): EdgeAudience {
  const counts = told.map((one) => edgeViewersIn(one, channel)).filter((count) => count !== null);
  const viewers = counts.reduce((sum, count) => sum + count, 0);
  return { viewers, edges: told.length, answered: counts.length };
}

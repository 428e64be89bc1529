import { isGroup } from '../stored/storedSchemas.ts';

export const edgeStatusAddress = (edge: string): string => `${edge}/edge/status`;

/** Parses the status of an edge (`viewerCountScript`); null if it is malformed. */
export function edgeViewersIn(status: unknown, channel: string): number | null {
  if (!isGroup(status) || !isGroup(status.channels)) return null;
  const count = Object.hasOwn(status.channels, channel) ? status.channels[channel] : 0;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null;
}

export interface EdgeAudience {
  viewers: number;
  edges: number;
  answered: number;
}

export function edgeAudienceOf(statuses: readonly unknown[], channel: string): EdgeAudience {
  const counts = statuses.map((status) => edgeViewersIn(status, channel)).filter((count) => count !== null);
  const viewers = counts.reduce((sum, count) => sum + count, 0);
  return { viewers, edges: statuses.length, answered: counts.length };
}

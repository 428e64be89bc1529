import type { Progress } from '../../../media/run/progress.ts';

/** By then the first segments are written. */
const WRITTEN_S = 5;

/** Whether there is something to read. */
export const flows = (progress: Progress | undefined): boolean =>
  progress?.status === 'connected' ||
  (progress?.status === 'connecting' && (progress.counts?.seconds ?? 0) >= WRITTEN_S);

/** Why a publication has nothing to read; null: it has, or nobody can tell. */
export function behindOf(progress: Progress | undefined): 'starting' | 'failing' | null {
  if (progress === undefined || progress.status === 'unknown' || flows(progress)) return null;
  return progress.order === 'start' && ['error', 'disconnected'].includes(progress.status) ? 'failing' : 'starting';
}

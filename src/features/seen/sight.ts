import type { Storage } from '../../media/hls.ts';
import type { Expected } from '../../media/setUp.ts';
import type { Sight } from '../host.ts';
import { newestOf } from './newest.ts';
import { wantedFps } from './remarks.ts';

/** @param stored what the picture was at the set-up. Throws a CoreError. */
export function* sightOf(channel: string, storage: Storage, stored: Expected | null): Generator<unknown, Sight, never> {
  const newest = yield* newestOf(channel, storage, '', { bytes: 0 });
  const figures = typeof newest === 'object' ? newest.figures : null;
  return { figures, wantedFps: figures && wantedFps(figures, stored) };
}

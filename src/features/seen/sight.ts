import type { Storage } from '../../media/hls.ts';
import type { IngestMetadata } from '../../media/metadata.ts';
import { setUpOf } from '../../media/setUp.ts';
import type { Sight } from '../host.ts';
import { newestOf } from './newest.ts';
import { wantedFps } from './remarks.ts';

/** @param ingest null: how many frames there should be does not matter. Throws a CoreError. */
export function* sightOf(
  channel: string,
  storage: Storage,
  ingest: IngestMetadata | null,
): Generator<unknown, Sight, never> {
  const newest = yield* newestOf(channel, storage, '', { bytes: 0 });
  const figures = typeof newest === 'object' ? newest.figures : null;
  return { figures, wantedFps: figures && ingest && wantedFps(figures, setUpOf(channel, ingest).video) };
}

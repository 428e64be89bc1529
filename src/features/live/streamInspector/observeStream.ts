import type { Storage } from '../../../media/hls/hlsFiles.ts';
import { setUpOf } from '../../../media/process/expectedStreams.ts';
import type { IngestMetadata } from '../../../media/stored/metadata.ts';
import type { StreamObservation } from '../../gate/host/host.ts';
import { newestOf } from './fetchNewestSegment.ts';
import { unencodedFps } from './remarks.ts';

/** Throws a CoreError. `ingest` null: the expected frame rate does not matter. */
export function* observeStream(
  channel: string,
  storage: Storage,
  ingest: IngestMetadata | null,
): Generator<unknown, StreamObservation, never> {
  const newest = yield* newestOf(channel, storage, '', { bytes: 0, kept: new Map() });
  const figures = typeof newest === 'object' ? newest.figures : null;
  return { figures, wantedFps: figures && ingest && unencodedFps(figures, setUpOf(channel, ingest).video) };
}

import type { Collector } from './collector.ts';
import { referringHost, streamName } from './fileRequest.ts';
import { segmentsOf } from './playlist.ts';
import type { FileRequest } from './types.ts';

/** Segments that were written and wait for a playlist that lists them; the newest matter. */
const MAX_UNLISTED_SEGMENTS = 1_000;

/** Sessions of who writes HLS: one per playlist, with the bytes of the segments that it lists. */
export function createHlsPublishers(hlsingress: Collector) {
  const unlistedSegments = new Map<string, number>();

  return {
    segmentWritten({ path }: FileRequest, bytes: number): void {
      unlistedSegments.delete(path);
      unlistedSegments.set(path, bytes);
      const [oldest] = unlistedSegments.keys();
      if (unlistedSegments.size > MAX_UNLISTED_SEGMENTS && oldest !== undefined) unlistedSegments.delete(oldest);
    },

    playlistWritten({ path, referer, userAgent }: FileRequest, bytes: number, playlist: Buffer): void {
      const identity = { reference: streamName(path), local: path, remote: referringHost(referer), extra: userAgent };
      const session = hlsingress.open(path, identity, 'active');
      session.rx(bytes);
      for (const segment of segmentsOf(playlist.toString('utf8'), path)) {
        session.rx(unlistedSegments.get(segment) ?? 0);
        unlistedSegments.delete(segment);
      }
    },
  };
}

import type { Collector } from './collector.ts';
import { segmentsOf } from './playlistSessionIds.ts';
import { referringHost, streamName } from './streamNameAndReferrer.ts';
import type { FileRequest } from './types.ts';

/** Segments that were written and wait for a playlist that lists them; the newest matter. */
const MAX_UNLISTED_SEGMENTS = 1_000;
/** A longer path is not counted. */
const LONGEST_PATH = 1024;
/** New segments are listed at the end: of a recording of hours no more than this is looked at, every time it grows. */
const END_BYTES = 256 * 1024;

/** Sessions of who writes HLS: one per playlist, with the bytes of the segments that it lists. */
export function createHlsPublishers(hlsingress: Collector) {
  const unlistedSegments = new Map<string, number>();

  return {
    segmentWritten({ path }: FileRequest, bytes: number): void {
      if (path.length > LONGEST_PATH) return;
      unlistedSegments.delete(path);
      unlistedSegments.set(path, bytes);
      const [oldest] = unlistedSegments.keys();
      if (unlistedSegments.size > MAX_UNLISTED_SEGMENTS && oldest !== undefined) unlistedSegments.delete(oldest);
    },

    playlistWritten({ path, referer, userAgent }: FileRequest, bytes: number, playlist: Buffer): void {
      const identity = { reference: streamName(path), local: path, remote: referringHost(referer), extra: userAgent };
      const session = hlsingress.open(path, identity, 'active');
      session.rx(bytes);
      if (unlistedSegments.size === 0) return;
      const end = playlist.subarray(Math.max(0, playlist.length - END_BYTES));
      for (const segment of segmentsOf(end.toString('utf8'), path)) {
        session.rx(unlistedSegments.get(segment) ?? 0);
        unlistedSegments.delete(segment);
      }
    },
  };
}

import { parseMp4 } from './mp4.ts';
import { type ParsedSegment, parseTs } from './mpegTs.ts';

/**
 * On the main thread: 2 s of 1080p at 8 Mbit/s (2.1 MB) took 13 ms here on a machine that was fully loaded, and 150 ms the
 * first time, every 5 s and only while somebody looks. A worker would save that and cost a file, and a way for each piece.
 *
 * @param init what begins the stream, where that is apart; null: the segment is MPEG-TS */
export const parseSegment = (segment: Uint8Array, init: Uint8Array | null): ParsedSegment | null =>
  init === null ? parseTs(segment) : parseMp4(init, segment);

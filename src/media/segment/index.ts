import { parseMp4 } from './mp4.ts';
import { type ParsedSegment, parseTs } from './ts.ts';

/** @param init what begins the stream, where that is apart; null: the segment is MPEG-TS */
export const parseSegment = (segment: Uint8Array, init: Uint8Array | null): ParsedSegment | null =>
  init === null ? parseTs(segment) : parseMp4(init, segment);

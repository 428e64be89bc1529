import type { Files } from '../../api/answers/files.ts';
import { isSegment } from './hlsFiles.ts';

type Segment = { bytes: number; writtenAt: number; seenAt: number };

/** The segments seen of late, by name; times in seconds, written by the core's clock and seen by ours. */
export type SegmentLedger = ReadonlyMap<string, Segment>;

export const emptyLedger: SegmentLedger = new Map();

const WINDOW_S = 60;
/** The core tells times in whole seconds: over less than this the error would be larger than the figure is worth. */
const SHORTEST_SPAN_S = 4;

/**
 * ffmpeg names no bitrate while it writes HLS, but the files it has written are a measure of it.
 * @param files list of the channel's segments (`GET /v3/fs/mem?glob=…`)
 * @param nowSeconds any steady clock of ours
 */
export function noteSegments(ledger: SegmentLedger, files: Files, nowSeconds: number): SegmentLedger {
  const noted = new Map(ledger);
  for (const { name, size_bytes, last_modified } of files) {
    if (!isSegment(name) || noted.get(name)?.writtenAt === last_modified) continue;
    noted.set(name, { bytes: size_bytes, writtenAt: last_modified, seenAt: nowSeconds });
  }
  const newest = Math.max(...[...noted.values()].map(({ writtenAt }) => writtenAt));
  for (const [name, { writtenAt, seenAt }] of noted) {
    if (writtenAt < newest - WINDOW_S || seenAt < nowSeconds - WINDOW_S) noted.delete(name);
  }
  return noted;
}

/**
 * kbit/s over the segments known; null while they are too few to tell.
 * @param shortestSpan in seconds: times are whole ones, so that the figure is off by up to one part in so many
 */
export function bitrateKbitOf(ledger: SegmentLedger, shortestSpan = SHORTEST_SPAN_S): number | null {
  const segments = withoutGap([...ledger.values()].sort((a, b) => a.writtenAt - b.writtenAt));
  const [first, ...rest] = segments;
  const last = rest.at(-1);
  if (!first || !last) return null;
  const span = last.writtenAt - first.writtenAt;
  // The first one only marks the time at which the others began.
  const bytes = rest.reduce((sum, segment) => sum + segment.bytes, 0);
  return span < shortestSpan || bytes === 0 ? null : (bytes * 8) / 1000 / span;
}

// After an interruption, segments of before it would stretch the time and lower the figure.
function withoutGap(segments: Segment[]): Segment[] {
  const gaps = segments.slice(1).map(({ writtenAt }, i) => writtenAt - (segments[i]?.writtenAt ?? writtenAt));
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
  return segments.slice(gaps.findLastIndex((gap) => gap > 3 * usual + 2) + 1);
}

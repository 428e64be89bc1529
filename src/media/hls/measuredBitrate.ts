import type { Files } from '../../api/answers/files.ts';
import { isSegment } from './hlsFiles.ts';

type Segment = { bytes: number; writtenAt: number; seenAt: number };

/** Seconds: `written` by the core's clock, `seen` by the page's. */
export type SegmentLedger = ReadonlyMap<string, Segment>;

export const emptyLedger: SegmentLedger = new Map();

const WINDOW_S = 60;
/** Times are whole seconds, so a shorter span would be too inaccurate. */
const SHORTEST_SPAN_S = 4;

/** ffmpeg reports no bitrate for HLS output. `nowSeconds`: any monotonic clock. */
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

/** kbit/s; null for too few segments. */
export function bitrateKbitOf(ledger: SegmentLedger, shortestSpan = SHORTEST_SPAN_S): number | null {
  const segments = withoutGap([...ledger.values()].sort((a, b) => a.writtenAt - b.writtenAt));
  const [first, ...rest] = segments;
  const last = rest.at(-1);
  if (!first || !last) return null;
  const span = last.writtenAt - first.writtenAt;
  const bytes = rest.reduce((sum, segment) => sum + segment.bytes, 0);
  return span < shortestSpan || bytes === 0 ? null : (bytes * 8) / 1000 / span;
}

// Segments from before an interruption would lower the rate.
function withoutGap(segments: Segment[]): Segment[] {
  const gaps = segments.slice(1).map(({ writtenAt }, i) => writtenAt - (segments[i]?.writtenAt ?? writtenAt));
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
  return segments.slice(gaps.findLastIndex((gap) => gap > 3 * usual + 2) + 1);
}

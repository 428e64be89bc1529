import type { MediaType, Stream } from './streams.ts';

/** none: not probed. nocoder: the streams are there, and no encoder of this core can make of them what is needed. */
export type Verdict = 'none' | 'success' | 'error' | 'nostream' | 'nocoder';

/**
 * @param streams of the probe; null when nothing was probed
 * @param coder what the auto-selection chose, when it has run
 */
export function verdictOf(streams: Stream[] | null, wanted: MediaType, coder?: string): Verdict {
  if (streams === null) return 'none';
  if (!streams.some(({ type }) => type === 'video' || type === 'audio')) return 'error';
  if (!streams.some(({ type }) => type === wanted)) return 'nostream';
  return coder === 'none' ? 'nocoder' : 'success';
}

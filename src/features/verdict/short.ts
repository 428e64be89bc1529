import type { Progress } from '../../media/progress.ts';
import type { Verdict, VerdictKind } from '../../media/verdict/verdict.ts';
import { type ControlState, titleOf } from '../ingest/view.ts';

/** A verdict where there is room for two words: in the header, the title, the list of channels. */
export interface Short {
  state: Progress['status'];
  /** What is wrong with a channel that is live all the same. */
  problems: number;
}

/** It is live, and not as it should be. */
const LIVE: readonly VerdictKind[] = [
  ...([
    'live',
    'destination',
    'strained',
    'slow',
    'few-frames',
    'black',
    'frozen',
    'quiet',
    'keyframes',
    'full',
  ] as const),
];

const NOTHING_GOES_OUT: readonly VerdictKind[] = ['stalled', 'broken', 'away', 'unstored'];

export function shortOf({ kind, ids, others }: Verdict, control: ControlState): Short {
  if (kind === 'core-away') return { state: 'unknown', problems: 0 };
  if (kind === 'beginning') return { state: 'connecting', problems: 0 };
  if (NOTHING_GOES_OUT.includes(kind)) return { state: 'error', problems: 0 };
  const state = titleOf(control) ?? 'unknown';
  const isLive = state === 'connected' && LIVE.includes(kind);
  return { state, problems: isLive && kind !== 'live' ? Math.max(ids.length, 1) + others.length : 0 };
}

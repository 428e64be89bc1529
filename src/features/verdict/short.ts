import type { Progress } from '../../media/progress.ts';
import { MEANINGS } from '../../media/verdict/meaning.ts';
import type { Verdict } from '../../media/verdict/verdict.ts';
import { type ControlState, titleOf } from '../ingest/view.ts';

/** A verdict where there is room for two words: in the header, the title, the list of channels. */
export interface Short {
  state: Progress['status'];
  /** What is wrong with a channel that is live all the same. */
  problems: number;
}

export function shortOf({ kind, ids, others }: Verdict, control: ControlState): Short {
  const { output } = MEANINGS[kind];
  if (kind === 'core-away') return { state: 'unknown', problems: 0 };
  if (output === 'soon') return { state: 'connecting', problems: 0 };
  if (output === 'nothing') return { state: 'error', problems: 0 };
  const state = titleOf(control) ?? 'unknown';
  const isLive = state === 'connected' && output === 'all';
  return { state, problems: isLive && kind !== 'live' ? Math.max(ids.length, 1) + others.length : 0 };
}

import type { Progress } from '../../../media/run/progress.ts';
import type { Verdict } from '../../../media/verdict/verdict.ts';
import { OTHER_VIEWS } from '../../../media/verdict/verdict.ts';
import { type ControlState, titleOf } from '../ingest/channelPageButtonsAndPreview.ts';

/** A verdict where there is room for two words: in the header, the title, the list of channels. */
export interface Short {
  state: Progress['status'];
  /** What is wrong with a channel that is live all the same; of another one, what is wrong besides. */
  problems: number;
}

/** Problems that the sentence is not about: "+1", wherever a verdict is shown. */
export const furtherOf = ({ others }: Pick<Verdict, 'others'>): number => others.length;

export function shortOf(verdict: Verdict, control: ControlState): Short {
  const { kind, ids } = verdict;
  const { output } = OTHER_VIEWS[kind];
  const further = furtherOf(verdict);
  if (kind === 'core-away') return { state: 'unknown', problems: 0 };
  if (output === 'soon') return { state: 'connecting', problems: 0 };
  if (output === 'nothing') return { state: 'error', problems: further };
  const state = titleOf(control) ?? 'unknown';
  const isLive = state === 'connected' && output === 'all';
  return { state, problems: isLive && kind !== 'live' ? Math.max(ids.length, 1) + further : 0 };
}

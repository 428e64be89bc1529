import type { Verdict } from '../../../media/verdict/verdict.ts';
import { OTHER_VIEWS } from '../../../media/verdict/verdict.ts';
import { wantedOf } from '../../../media/verdict/verdictTypes.ts';

interface Look {
  icon: 'live' | 'empty' | 'wait' | 'alert' | 'cross';
  tone: 'accent' | 'neutral' | 'warning' | 'error';
}

const ERROR: Look = { icon: 'cross', tone: 'error' };
/** As the header shows what is connecting. */
const COMING: Look = { icon: 'wait', tone: 'warning' };

const LOOKS: Readonly<Record<Verdict['severity'], Look>> = {
  live: { icon: 'live', tone: 'accent' },
  calm: { icon: 'empty', tone: 'neutral' },
  busy: COMING,
  warning: { icon: 'alert', tone: 'warning' },
  error: ERROR,
};

/** One state has one color: in the sentence, in the header, in the rows of what is sent. */
export function lookOf({ kind, severity, tally }: Pick<Verdict, 'kind' | 'severity' | 'tally'>): Look {
  if (kind === 'loading') return { icon: 'wait', tone: 'neutral' };
  if (OTHER_VIEWS[kind].output === 'nothing') return ERROR;
  // Not everything that is wanted is live: that is no green yet.
  if (kind === 'live' && tally.live < wantedOf(tally)) return COMING;
  return LOOKS[severity];
}

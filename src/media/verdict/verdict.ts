import { idleSeconds, isSettled, ratesOf } from '../flow.ts';
import { AWAY } from './away.ts';
import { CONTENT } from './content.ts';
import { FLOWING } from './flowing.ts';
import { BEGINNING, live, MACHINE, SENDING } from './sending.ts';
import type { Facts, Said, Sending, SendingStatus, Situation, Tally, Told } from './situation.ts';
import { UNASKED } from './unasked.ts';

/**
 * In order: the first that has something to say is the verdict. Who cannot be asked stands before what he would say, a
 * source before what is made of it, what is made of it before where it is sent: nobody is blamed for those before him.
 */
const CASES = { ...UNASKED, ...AWAY, ...FLOWING, ...SENDING, ...CONTENT, ...MACHINE, ...BEGINNING };

export type VerdictKind = keyof typeof CASES | 'live';

export interface Verdict extends Told {
  kind: VerdictKind;
  ids: readonly string[];
  since: number | null;
  /** What is said of the publications besides. */
  tally: Tally;
}

const ORDER = Object.keys(CASES) as readonly (keyof typeof CASES)[];

export function tallyOf(publications: readonly Pick<Sending, 'status'>[]): Tally {
  const tally: Record<SendingStatus, number> = {
    ...{ live: 0, starting: 0, waiting: 0, stalled: 0, failing: 0, off: 0, unknown: 0 },
  };
  for (const { status } of publications) tally[status] += 1;
  return tally;
}

/** Always one. */
export function verdictOf(situation: Situation): Verdict {
  const tally = tallyOf(situation.publications);
  const facts: Facts = {
    ...situation,
    idle: idleSeconds(situation.flow),
    rates: isSettled(situation.flow) ? ratesOf(situation.flow) : null,
    failing: situation.publications.filter(({ status }) => status === 'failing'),
    tally,
  };
  const besides = { since: null, ids: [], tally };
  for (const kind of ORDER) {
    const said: Said | null = CASES[kind](facts);
    if (said) return { kind, ...besides, ...said };
  }
  return { kind: 'live', ...besides, ...live(facts) };
}

import { isSettled, ratesOf, stalledFor } from '../run/speedAndStalls.ts';
import { UNASKED } from './coreUnavailable.ts';
import { BEGINNING, live, MACHINE, SENDING } from './destinationsAndMachine.ts';
import { CONTENT } from './pictureAndSound.ts';
import { FLOWING } from './runningIngest.ts';
import { AWAY } from './sourceDown.ts';
import type {
  Facts,
  Finding,
  FindingAbout,
  PublicationFact,
  SendingStatus,
  Sentence,
  Situation,
  Table,
  Tally,
} from './verdictTypes.ts';

/**
 * In order: the first that has something to say is the verdict. Who cannot be asked stands before what he would say, a
 * source before what is made of it, what is made of it before where it is sent: nobody is blamed for those before him.
 */
const CASES = { ...UNASKED, ...AWAY, ...FLOWING, ...SENDING, ...CONTENT, ...MACHINE, ...BEGINNING };
const TABLES: readonly Table[] = [UNASKED, AWAY, FLOWING, SENDING, CONTENT, MACHINE, BEGINNING];

export type VerdictKind = keyof typeof CASES | 'live';

export interface Verdict extends Finding {
  kind: VerdictKind;
  ids: readonly string[];
  since: number | null;
  /** What is said of the publications besides. */
  tally: Tally;
  /** Further problems, one sentence each: of those that somebody else has to mend. */
  others: readonly Sentence[];
}

interface SaidCase {
  kind: keyof typeof CASES;
  said: FindingAbout;
}

const tableOf = ({ kind }: SaidCase) => TABLES.findIndex((table) => kind in table);

const ORDER = Object.keys(CASES) as readonly (keyof typeof CASES)[];

export function tallyOf(publications: readonly Pick<PublicationFact, 'status'>[]): Tally {
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
    idle: stalledFor(situation.flow),
    rates: isSettled(situation.flow) ? ratesOf(situation.flow) : null,
    failing: situation.publications.filter(({ status }) => status === 'failing'),
    tally,
  };
  const besides = { since: null, ids: [], tally, others: [] };
  const all = ORDER.flatMap((kind): SaidCase[] => {
    const said: FindingAbout | null = CASES[kind](facts);
    return said ? [{ kind, said }] : [];
  });
  const [first, ...rest] = all;
  if (!first) return { kind: 'live', ...besides, ...live(facts) };
  const { kind, said } = first;
  // Of a stream that is off, and of a core that cannot be asked, nothing else is known.
  const others = isProblem(said) && !(kind in UNASKED) ? othersAmong(rest, first) : [];
  return { kind, ...besides, ...said, others };
}

const isProblem = ({ severity }: FindingAbout) => severity === 'warning' || severity === 'error';

/** One for each party that has to mend something, besides the first; of a table the first case holds, here as well. */
function othersAmong(rest: readonly SaidCase[], first: SaidCase): Sentence[] {
  const named = new Set([first.said.fault]);
  const tables = new Set([tableOf(first)]);
  return rest.flatMap((one) => {
    const [sentence] = one.said.sentences;
    const isFurther = !tables.has(tableOf(one)) && !named.has(one.said.fault);
    tables.add(tableOf(one));
    if (!isFurther || !isProblem(one.said) || !sentence) return [];
    named.add(one.said.fault);
    return [sentence];
  });
}

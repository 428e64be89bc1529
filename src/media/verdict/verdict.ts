import { msg } from '../../i18n/msg.ts';
import { isSettled, ratesOf, SLOW, stalledFor } from '../run/throughput.ts';
import { isRecording } from '../stored/recordingFiles.ts';
import type { Status } from '../timeline/event.ts';
import { AUDIO_MISSING, ENCODER, ENCODER_NEWS } from './encoderChanges.ts';
import { PICTURE_AND_SOUND, RUNNING } from './runningIngest.ts';
import { CORE_UNAVAILABLE, SOURCE_DOWN, startingCase } from './sourceDown.ts';
import { AGENT_AWAY, isCovered, STANDBY_IMAGE } from './standbyImage.ts';
import {
  atLimit,
  busy,
  type Facts,
  type Fault,
  type Finding,
  type FindingAbout,
  FULL_PERCENT,
  faultOf,
  type OutputRole,
  type PublicationFact,
  type SendingStatus,
  type Sentence,
  type Situation,
  say,
  type Table,
  type Tally,
  wantedOf,
} from './verdictTypes.ts';

/** Figures tell these, and tremble about their limits. */
const MEASURED: readonly Verdict['kind'][] = ['strained', 'slow', 'few-frames'];
const OVER_MS = 5000;

/** What is shown, and since when it would be said otherwise without a break (ms). */
export interface SteadyVerdict {
  verdict: Verdict;
  overSince?: number;
}

/**
 * A measured problem stays until it has been over for five seconds, else the sentence and its buttons would move under the
 * pointer. Everything else is said at once.
 */
export function steadyVerdict(before: SteadyVerdict | undefined, next: Verdict, now: number): SteadyVerdict {
  if (!before || next.severity !== 'live' || !MEASURED.includes(before.verdict.kind)) return { verdict: next };
  const { overSince = now } = before;
  if (now - overSince >= OVER_MS) return { verdict: next };
  return { verdict: { ...before.verdict, tally: next.tally, notes: next.notes }, overSince };
}

/** What a verdict comes to elsewhere than in its sentence. */
interface VerdictViews {
  /** What goes out: all as far as it is seen, nothing, not yet anything; `open`: its process says what. */
  output: 'all' | 'nothing' | 'soon' | 'open';
  /** `channel`: nothing goes out; `thing`: something is wrong with what goes out; `good`: nothing of the channel itself. */
  alarm: 'channel' | 'thing' | 'good' | 'off' | 'unclear';
  /** Of the source, in the timeline; null: nothing definite; `unknown`: that is no observation. */
  timeline: Status | 'unknown' | null;
}

const unknown = { output: 'open', alarm: 'unclear', timeline: 'unknown' } as const;
const pending = { output: 'open', alarm: 'unclear', timeline: null } as const;
const worse = (timeline: Status) => ({ output: 'all', alarm: 'thing', timeline }) as const;
const gone = (timeline: Status) => ({ output: 'nothing', alarm: 'channel', timeline }) as const;
const well = { output: 'all', alarm: 'good', timeline: 'live' } as const;

export const OTHER_VIEWS: Readonly<Record<VerdictKind, VerdictViews>> = {
  'core-away': unknown,
  'core-silent': unknown,
  old: unknown,
  loading: unknown,
  unclear: unknown,
  stopping: pending,
  asked: pending,
  resuming: { ...pending, output: 'soon' },
  returning: { ...pending, output: 'soon' },
  beginning: { ...pending, output: 'soon' },
  held: worse('held'),
  // As somebody wants it.
  cut: { ...well, timeline: 'held' },
  covered: { ...worse('held'), timeline: null },
  unreadable: gone('broken'),
  'no-video': gone('away'),
  rereading: { ...pending, output: 'soon' },
  off: { output: 'open', alarm: 'off', timeline: 'off' },
  broken: gone('broken'),
  away: gone('away'),
  // Its process connects, as the header says.
  silent: { ...gone('away'), output: 'open' },
  stalled: gone('stalled'),
  unstored: gone('broken'),
  strained: worse('behind'),
  slow: worse('slow'),
  'few-frames': worse('few-frames'),
  black: worse('black'),
  frozen: worse('frozen'),
  quiet: worse('quiet'),
  'no-audio': worse('quiet'),
  'unused-audio': well,
  changed: well,
  'agent-away': worse('live'),
  destination: well,
  reserve: well,
  // It was so from the start.
  keyframes: well,
  live: well,
};

/**
 * Until its log was read, a failure may be anybody's. A process that runs and sends nothing waits for its receiver, a recording
 * for the disk.
 */
const failureFault = ({ id, words, status }: PublicationFact): Fault =>
  status === 'stalled' ? (isRecording(id) ? 'server' : 'destination') : faultOf(words, 'nobody');

/** Of a publication that fails, or runs and sends nothing. */
const failureOf = ({ id, name, words, status }: PublicationFact): Sentence =>
  status === 'stalled'
    ? say(
        isRecording(id)
          ? msg('{{name}} runs, but nothing is written to its file.')
          : msg('{{name}} runs, but its platform takes nothing.'),
        { name },
      )
    : say(words?.title ?? msg('{{name}} stopped with an error.'), { name });

function destination({ failing }: Facts): FindingAbout | null {
  const [first] = failing;
  if (!first) return null;
  const ids = failing.map(({ id }) => id);
  const since = Math.min(...failing.map((one) => one.since ?? Number.POSITIVE_INFINITY));
  const names = failing.map(({ name }) => name).join(', ');
  const faults = new Set(failing.map(failureFault));
  const fault = faults.size === 1 ? failureFault(first) : 'destination';
  return {
    severity: fault === 'nobody' ? 'warning' : 'error',
    fault,
    ids,
    since: Number.isFinite(since) ? since : null,
    sentences: [
      failing.length === 1 ? failureOf(first) : say(msg('These publications are failing: {{names}}.'), { names }),
    ],
    remedies:
      failing.length > 1 ? [] : first.words?.field === null ? [] : [{ act: 'edit', id: first.id, to: first.to }],
  };
}

const LACKS: Readonly<Record<OutputRole, string>> = {
  primary: msg('{{name}}: the primary is not sending. The service shows the backup.'),
  backup: msg('{{name}}: the backup is not sending. Viewers see the stream, but there is no reserve.'),
};

const reserveSentences = (role: OutputRole, { name, words }: PublicationFact): Sentence[] => [
  say(LACKS[role], { name }),
  ...(words ? [say(words.title, { name })] : []),
];

/** What is said of one publication that fails, or lacks one of its two outputs. */
export const publicationFinding = (publication: PublicationFact): Pick<Verdict, 'fault' | 'sentences' | 'since'> => ({
  fault: failureFault(publication),
  sentences: publication.lacks ? reserveSentences(publication.lacks.role, publication) : [failureOf(publication)],
  since: publication.since,
});

/** One of two outputs sends alone. */
function reserve({ publications }: Facts): FindingAbout | null {
  const alone = publications.flatMap((one) => (one.lacks ? [{ ...one, lacks: one.lacks }] : []));
  const [first, ...others] = alone;
  if (!first) return null;
  const { id, lacks, words, to } = first;
  const names = alone.map((one) => one.name).join(', ');
  return {
    severity: 'warning',
    fault: faultOf(words, 'nobody'),
    ids: alone.map((one) => one.id),
    since: first.since,
    sentences:
      others.length === 0
        ? reserveSentences(lacks.role, first)
        : [say(msg('{{n}} publications send only one of their two outputs: {{names}}.'), { n: alone.length, names })],
    remedies: others.length > 0 ? [] : [{ act: 'edit', id, to }],
  };
}

const SENDING = {
  destination,
  reserve,
} as const satisfies Table;

/** What the machine has left is a note: what is late for it is a case of its own, and says so. */
function notesOf({ cpu, memory }: Facts): Sentence[] {
  if ((cpu ?? 0) < FULL_PERCENT && (memory ?? 0) < FULL_PERCENT) return [];
  const percent = Math.round(Math.max(cpu ?? 0, memory ?? 0));
  return [
    (cpu ?? 0) >= (memory ?? 0)
      ? atLimit(percent)
      : say(msg('The server is at its limit: {{percent}}% of its memory is in use.'), { percent }),
  ];
}

/** A start that takes longer has stalled. */
const BEGINS_S = 60;

/** It counts as live, but viewers cannot see it yet. */
const BEGINNING = {
  beginning: ({ progress, stored, flow, tally, publications }) => {
    if (progress?.status !== 'connected' || (progress.uptimeSeconds ?? BEGINS_S) >= BEGINS_S) return null;
    const speed = ratesOf(flow)?.speed ?? 1;
    // Also into a file.
    if (publications.some(({ status }) => status === 'live')) return null;
    return stored === false || (speed < SLOW && wantedOf(tally) > 0) ? busy(msg('The stream is starting.')) : null;
  },
} as const satisfies Table;

const live = ({ progress }: Facts): FindingAbout => ({
  severity: 'live',
  fault: 'nobody',
  sentences:
    progress?.status === 'connected' && progress.uptimeSeconds !== null
      ? [say(msg('Live for {{time}}.'), { time: { seconds: progress.uptimeSeconds } })]
      : [say(msg('Live.'))],
  remedies: [],
});

/**
 * In order: the first that has something to say is the verdict. Who cannot be asked stands before what he would say, a
 * source before what is made of it, what is made of it before where it is sent: nobody is blamed for those before him.
 */
const CASES = {
  ...CORE_UNAVAILABLE,
  ...STANDBY_IMAGE,
  ...ENCODER,
  ...SOURCE_DOWN,
  ...RUNNING,
  ...AGENT_AWAY,
  ...SENDING,
  ...AUDIO_MISSING,
  ...PICTURE_AND_SOUND,
  ...BEGINNING,
  ...ENCODER_NEWS,
};
const TABLES: readonly Table[] = [
  CORE_UNAVAILABLE,
  STANDBY_IMAGE,
  ENCODER,
  SOURCE_DOWN,
  RUNNING,
  AGENT_AWAY,
  SENDING,
  AUDIO_MISSING,
  PICTURE_AND_SOUND,
  BEGINNING,
  ENCODER_NEWS,
];

export type VerdictKind = keyof typeof CASES | 'live';

export interface Verdict extends Finding {
  kind: VerdictKind;
  ids: readonly string[];
  since: number | null;
  /** What is said of the publications besides. */
  tally: Tally;
  /** Further problems, one sentence each: of those that somebody else has to mend. */
  others: readonly Sentence[];
  /** Worth knowing, and no problem yet: nothing is counted or colored for it. */
  notes: readonly Sentence[];
  /** Publications go on whatever the source does. */
  covered?: true;
}

interface SaidCase {
  kind: keyof typeof CASES;
  said: FindingAbout;
}

const tableOf = ({ kind }: SaidCase) => TABLES.findIndex((table) => kind in table);

const ORDER = Object.keys(CASES) as readonly (keyof typeof CASES)[];

/** Each is said only where those before it are not so. */
export const VERDICT_ORDER: readonly VerdictKind[] = [...ORDER, 'live'];

export function tallyOf(publications: readonly Pick<PublicationFact, 'status'>[]): Tally {
  const tally: Record<SendingStatus, number> = {
    ...{ live: 0, starting: 0, kept: 0, waiting: 0, idle: 0, stalled: 0, failing: 0, off: 0, unknown: 0 },
  };
  for (const { status } of publications) tally[status] += 1;
  return tally;
}

const OF_SOURCE = { ...ENCODER, ...SOURCE_DOWN, ...RUNNING };
const SOURCE_ORDER = Object.keys(OF_SOURCE) as readonly (keyof typeof OF_SOURCE)[];

/** Why nothing comes from the source; null: something does. */
function awayOf(facts: Facts): FindingAbout | null {
  const starting = startingCase(facts);
  if (starting) return starting;
  for (const kind of SOURCE_ORDER) {
    const said = OF_SOURCE[kind](facts);
    if (said) return OTHER_VIEWS[kind].output === 'all' ? null : said;
  }
  return null;
}

export function verdictOf(situation: Situation): Verdict {
  const tally = tallyOf(situation.publications.filter(({ id }) => !isRecording(id)));
  const covered = isCovered(situation);
  const seen: Facts = {
    ...situation,
    idle: stalledFor(situation.flow),
    rates: isSettled(situation.flow) ? ratesOf(situation.flow) : null,
    failing: situation.publications.filter(({ status }) => status === 'failing' || status === 'stalled'),
    ...{ tally, covered, away: null },
  };
  const facts: Facts = covered ? { ...seen, away: awayOf(seen) } : seen;
  const isGoingOn = covered ? { covered } : {};
  const besides = { since: null, ids: [], tally, others: [], notes: notesOf(facts), ...isGoingOn };
  const all = ORDER.flatMap((kind): SaidCase[] => {
    const said: FindingAbout | null = CASES[kind](facts);
    return said ? [{ kind, said }] : [];
  });
  const [first, ...rest] = all;
  if (!first) return { kind: 'live', ...besides, ...live(facts) };
  const { kind, said } = first;
  // Of a stream that is off, and of a core that cannot be asked, nothing else is known.
  if (kind in CORE_UNAVAILABLE) return { kind, ...besides, ...said, notes: [] };
  // An image that somebody wants is none, and hides none.
  const others = isProblem(said) || kind === 'cut' ? othersAmong(rest, first) : [];
  const severity = kind === 'cut' && others.length > 0 ? 'warning' : said.severity;
  return { kind, ...besides, ...said, severity, others, ...(said.fault === 'server' ? { notes: [] } : {}) };
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

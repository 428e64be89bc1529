import { msg } from '../../i18n/msg.ts';
import { isSettled, ratesOf, SLOW, stalledFor } from '../run/throughput.ts';
import { isRecording } from '../stored/recordingFiles.ts';
import type { Status } from '../timeline/event.ts';
import { AUDIO_MISSING, ENCODER, ENCODER_NEWS } from './encoderChanges.ts';
import { NOT_DELIVERED } from './notDelivered.ts';
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

/** Measurements fluctuate around a threshold. */
const MEASURED: readonly Verdict['kind'][] = ['strained', 'slow', 'few-frames'];
const OVER_MS = 5000;

/** `overSince`: when the problem was first absent (ms since 1970). */
export interface SteadyVerdict {
  verdict: Verdict;
  overSince?: number;
}

/** Keeps a measured problem for five seconds after its end, so the sentence and its buttons do not flicker. */
export function steadyVerdict(before: SteadyVerdict | undefined, next: Verdict, now: number): SteadyVerdict {
  if (!before || next.severity !== 'live' || !MEASURED.includes(before.verdict.kind)) return { verdict: next };
  const { overSince = now } = before;
  if (now - overSince >= OVER_MS) return { verdict: next };
  return { verdict: { ...before.verdict, tally: next.tally, notes: next.notes }, overSince };
}

/** What other parts of the interface derive from a verdict. */
interface VerdictViews {
  /** What viewers get. `soon`: nothing yet; `open`: depends on the state of the process. */
  output: 'all' | 'nothing' | 'soon' | 'open';
  /** `channel`: viewers get nothing; `thing`: they get something faulty; `good`: the channel itself is fine. */
  alarm: 'channel' | 'thing' | 'good' | 'off' | 'unclear';
  /** Status of the source in the timeline; null: no definite status; `unknown`: not an observation. */
  timeline: Status | 'unknown' | null;
}

const unknown = { output: 'open', alarm: 'unclear', timeline: 'unknown' } as const;
const pending = { output: 'open', alarm: 'unclear', timeline: null } as const;
const worse = (timeline: Status) => ({ output: 'all', alarm: 'thing', timeline }) as const;
const unavailable = (timeline: Status) => ({ output: 'nothing', alarm: 'channel', timeline }) as const;
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
  cut: { ...well, timeline: 'held' },
  covered: { ...worse('held'), timeline: null },
  unreadable: unavailable('broken'),
  'no-video': unavailable('away'),
  rereading: { ...pending, output: 'soon' },
  off: { output: 'open', alarm: 'off', timeline: 'off' },
  broken: unavailable('broken'),
  away: unavailable('away'),
  silent: { ...unavailable('away'), output: 'open' },
  stalled: unavailable('stalled'),
  unstored: unavailable('broken'),
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
  unseen: well,
  reserve: well,
  late: well,
  keyframes: well,
  live: well,
};

/**
 * The party at fault is unknown until the log has been read. A process that runs and sends nothing waits for its
 * receiver, a recording for the disk.
 */
const failureFault = ({ id, words, status }: PublicationFact): Fault =>
  status === 'stalled' ? (isRecording(id) ? 'server' : 'destination') : faultOf(words, 'nobody');

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
  const since = Math.min(...failing.map((publication) => publication.since ?? Number.POSITIVE_INFINITY));
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

/** Describes one publication that fails or sends only one of its two outputs. */
export const publicationFinding = (publication: PublicationFact): Pick<Verdict, 'fault' | 'sentences' | 'since'> => ({
  fault: failureFault(publication),
  sentences: publication.lacks ? reserveSentences(publication.lacks.role, publication) : [failureOf(publication)],
  since: publication.since,
});

function reserve({ publications }: Facts): FindingAbout | null {
  const alone = publications.flatMap((publication) =>
    publication.lacks ? [{ ...publication, lacks: publication.lacks }] : [],
  );
  const [first, ...others] = alone;
  if (!first) return null;
  const { id, lacks, words, to } = first;
  const names = alone.map((publication) => publication.name).join(', ');
  return {
    severity: 'warning',
    fault: faultOf(words, 'nobody'),
    ids: alone.map((publication) => publication.id),
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
  unseen: NOT_DELIVERED.unseen,
  reserve,
  late: NOT_DELIVERED.late,
} as const satisfies Table;

function notesOf({ cpu, memory }: Facts): Sentence[] {
  if ((cpu ?? 0) < FULL_PERCENT && (memory ?? 0) < FULL_PERCENT) return [];
  const percent = Math.round(Math.max(cpu ?? 0, memory ?? 0));
  return [
    (cpu ?? 0) >= (memory ?? 0)
      ? atLimit(percent)
      : say(msg('The server is at its limit: {{percent}}% of its memory is in use.'), { percent }),
  ];
}

/** Seconds. */
const BEGINS_S = 60;

/** The core counts it as live, but viewers cannot see it yet. */
const BEGINNING = {
  beginning: ({ progress, stored, flow, tally, publications }) => {
    if (progress?.status !== 'connected' || (progress.uptimeSeconds ?? BEGINS_S) >= BEGINS_S) return null;
    const speed = ratesOf(flow)?.speed ?? 1;
    // A recording counts, too.
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
 * The first case that applies is the verdict. Causes come before their consequences: core, source, encoding,
 * destinations.
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
  tally: Tally;
  /** One sentence for each further problem that another party has to fix. */
  others: readonly Sentence[];
  /** Facts that change neither severity nor color. */
  notes: readonly Sentence[];
  covered?: true;
}

interface SaidCase {
  kind: keyof typeof CASES;
  said: FindingAbout;
}

const tableOf = ({ kind }: SaidCase) => TABLES.findIndex((table) => kind in table);

const ORDER = Object.keys(CASES) as readonly (keyof typeof CASES)[];

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

function awayOf(facts: Facts): FindingAbout | null {
  const starting = startingCase(facts);
  if (starting) return starting;
  for (const kind of SOURCE_ORDER) {
    const finding = OF_SOURCE[kind](facts);
    if (finding) return OTHER_VIEWS[kind].output === 'all' ? null : finding;
  }
  return null;
}

export function verdictOf(situation: Situation): Verdict {
  const tally = tallyOf(situation.publications.filter(({ id }) => !isRecording(id)));
  const covered = isCovered(situation);
  const base: Facts = {
    ...situation,
    idle: stalledFor(situation.flow),
    rates: isSettled(situation.flow) ? ratesOf(situation.flow) : null,
    failing: situation.publications.filter(({ status }) => status === 'failing' || status === 'stalled'),
    ...{ tally, covered, away: null },
  };
  const facts: Facts = covered ? { ...base, away: awayOf(base) } : base;
  const isGoingOn = covered ? { covered } : {};
  const besides = { since: null, ids: [], tally, others: [], notes: notesOf(facts), ...isGoingOn };
  const all = ORDER.flatMap((kind): SaidCase[] => {
    const finding: FindingAbout | null = CASES[kind](facts);
    return finding ? [{ kind, said: finding }] : [];
  });
  const [first, ...rest] = all;
  if (!first) return { kind: 'live', ...besides, ...live(facts) };
  const { kind, said } = first;
  if (kind in CORE_UNAVAILABLE) return { kind, ...besides, ...said, notes: [] };
  // A switch by the operator is not a problem, and does not hide one.
  const others = isProblem(said) || kind === 'cut' ? othersAmong(rest, first) : [];
  const severity = kind === 'cut' && others.length > 0 ? 'warning' : said.severity;
  return { kind, ...besides, ...said, severity, others, ...(said.fault === 'server' ? { notes: [] } : {}) };
}

const isProblem = ({ severity }: FindingAbout) => severity === 'warning' || severity === 'error';

/** Returns one sentence per further party at fault; of each table, only the first case counts. */
function othersAmong(rest: readonly SaidCase[], first: SaidCase): Sentence[] {
  const named = new Set([first.said.fault]);
  const tables = new Set([tableOf(first)]);
  return rest.flatMap((problem) => {
    const [sentence] = problem.said.sentences;
    const isFurther = !tables.has(tableOf(problem)) && !named.has(problem.said.fault);
    tables.add(tableOf(problem));
    if (!isFurther || !isProblem(problem.said) || !sentence) return [];
    named.add(problem.said.fault);
    return [sentence];
  });
}

import { msg } from '../i18n/msg.ts';
import { type Failing, type Pointing, pointingOf } from './failing.ts';
import type { Cause, Party, Words } from './failure.ts';
import { type Flow, flowingSeconds, type Rates } from './flow.ts';
import { type Progress, SETTLED_AFTER_S } from './progress.ts';

/** What an operator may press. `id` is that of a publication; `to` is the field where it is mended, as far as one is known. */
export type Remedy =
  | { act: 'start' | 'reconnect' | 'retry-states' | 'retry-core' | 'encoding' }
  | { act: 'setup'; to: Pointing | null }
  | { act: 'retry'; id: string }
  | { act: 'edit'; id: string; to: Pointing | null };

/** Who has to do something. A destination is named by `ids`. */
export type Fault = 'nobody' | 'operator' | 'source' | 'server' | 'core' | 'destination';

/** How a publication is, as far as that is its own doing. `waiting`: it goes on with the source. */
export type SendingStatus = 'live' | 'starting' | 'waiting' | 'failing' | 'off' | 'unknown';

export interface Sending {
  id: string;
  name: string;
  status: SendingStatus;
  /** Why it fails, once that is known. */
  words: Words | null;
  to: Pointing | null;
  /** Since when it fails (ms). */
  since: number | null;
}

/** Everything that is known. Times in ms. */
export interface Situation {
  now: number;
  /** The core answers. */
  alive: boolean;
  /** It answers, and does not say how the stream is. */
  unread: boolean;
  /** When the core said what is known. */
  seenAt: number | null;
  asked: 'start' | 'stop' | 'reconnect' | null;
  /** Of the ingest; null: nobody told it yet. */
  progress: Progress | null;
  failure: Failing | null;
  flow: Flow | null;
  /** Since when nothing of what is sent arrives in the storage (ms); null: it does, or that is not known. */
  missingSince: number | null;
  /** Whoever pushes the stream in, by his address. */
  sender: string | null;
  publications: readonly Sending[];
  /** Since when there is nothing but black, no movement, no sound; null: not so, or not known. */
  blackSince: number | null;
  frozenSince: number | null;
  silentSince: number | null;
  /** Seconds from one keyframe to the next, where a platform that it is sent to takes fewer. */
  keyframes: { n: number; platforms: readonly string[]; best: number; most: number } | null;
  /** Percent of the machine; null: not known. */
  cpu: number | null;
  memory: number | null;
}

/** A text is an English one of the catalog; what stands in it: a number, one with a decimal, a text, a time of day, or a length of time. */
type Value = number | string | { tenths: number } | { at: number } | { seconds: number };
export interface Sentence {
  text: string;
  values: Readonly<Record<string, Value>>;
}

export interface Told {
  severity: 'live' | 'calm' | 'busy' | 'warning' | 'error';
  fault: Fault;
  sentences: readonly Sentence[];
  remedies: readonly Remedy[];
}

export interface Said extends Told {
  /** The publications whose fault it is. */
  ids?: readonly string[];
  /** In ms; not where it does not matter. */
  since?: number | null;
}

/** All of a situation that the cases ask for more than once. */
export interface Facts extends Situation {
  idle: number | null;
  /** Once they say anything: after the start. */
  rates: Rates | null;
  failing: readonly Sending[];
}

const say = (text: string, values: Sentence['values'] = {}): Sentence => ({ text, values });

/** Seconds after which it is no moment any more that may be meant. */
export const LASTING_S = { black: 8, frozen: 8, silent: 10 } as const;

const OLD_AFTER_MS = 5000;
/** This long without anything is no start any more. */
const PATIENCE_S = 20;
const SLOW = 0.9;
/** Below it no player can follow. */
const HOPELESS = 0.6;
const FAST = 1.2;
const FEW_FRAMES = 10;
/** From here on an encoder is slow because of the machine; below, it waits for its source. */
const BUSY_PERCENT = 70;
const FULL_PERCENT = 90;

const FAULTS: Readonly<Record<Party, Fault>> = {
  source: 'source',
  target: 'destination',
  machine: 'server',
  us: 'operator',
};
const faultOf = (words: Words | null | undefined, unknown: Fault): Fault => (words ? FAULTS[words.party] : unknown);

/** What went wrong here, and not at whoever sends. */
const isOurs = ({ failure }: Situation) => !['source', 'destination'].includes(faultOf(failure?.words, 'source'));
/** Nobody has to mend anything here: whoever sends has stopped, or has not begun. */
const CALM: ReadonlySet<Cause> = new Set<Cause>(['ended', 'source-ended', 'source-stalled', 'waiting-push', 'stale']);

const isDown = ({ progress, failure }: Situation) =>
  progress?.order === 'start' &&
  (['error', 'disconnected'].includes(progress.status) || (progress.status === 'connecting' && failure !== null));

/** When the process entered its state. */
const changedAt = ({ seenAt, now, progress }: Situation) => (seenAt ?? now) - (progress?.seconds ?? 0) * 1000;

const downSince = (facts: Facts) => facts.failure?.since ?? facts.failure?.at ?? changedAt(facts);

const noData = (sender: string | null, since: number): Sentence =>
  sender === null
    ? say(msg('No data from the source since {{time}}.'), { time: { at: since } })
    : say(msg('No data from the source ({{sender}}) since {{time}}.'), { sender, time: { at: since } });

/** Only where something is to be mended in the set-up. */
const setupFor = (failure: Failing | null): Remedy[] => {
  const to = failure && pointingOf(failure);
  return to ? [{ act: 'setup', to }] : [];
};

const retryOf = (progress: Progress | null) =>
  progress && 'retryIn' in progress && progress.retryIn === null
    ? [say(msg('It does not reconnect automatically.'))]
    : [];

function away(facts: Facts): Said {
  const { failure, sender, progress } = facts;
  const since = downSince(facts);
  const calm = failure === null || CALM.has(failure.cause);
  const told = calm || !failure?.words ? [] : [say(failure.words.title)];
  return {
    severity: calm ? 'warning' : 'error',
    fault: 'source',
    since,
    sentences: [...told, noData(sender, since), ...retryOf(progress)],
    remedies: [{ act: 'reconnect' }, ...setupFor(failure)],
  };
}

function broken(facts: Facts): Said {
  const since = downSince(facts);
  const { failure, progress } = facts;
  return {
    severity: 'error',
    fault: faultOf(failure?.words, 'server'),
    since,
    sentences: [
      say(failure?.words?.title ?? msg('The stream stopped with an error.')),
      say(msg('Nothing has been sent since {{time}}.'), { time: { at: since } }),
      ...retryOf(progress),
    ],
    remedies: [...setupFor(failure), { act: 'reconnect' }],
  };
}

/** A slow encoder that has little to do waits for what it encodes. */
const isOverworked = ({ progress, cpu }: Situation) =>
  progress?.status === 'connected' && progress.encodes === true && (cpu === null || cpu >= BUSY_PERCENT);

const paceOf = ({ rates }: Facts) => ({
  n: Math.round(rates?.fps ?? 0),
  m: Math.round(rates?.wantedFps ?? 0),
  percent: Math.round((rates?.speed ?? 0) * 100),
});

function slow(facts: Facts): Said | null {
  const { rates } = facts;
  if (!rates || rates.speed >= SLOW) return null;
  const values = paceOf(facts);
  const counted = rates.wantedFps !== null;
  const watched =
    rates.speed < HOPELESS
      ? say(msg('Viewers see nothing.'))
      : say(msg('For viewers the video stops again and again.'));
  if (isOverworked(facts))
    return {
      severity: rates.speed < HOPELESS ? 'error' : 'warning',
      fault: 'server',
      sentences: [
        counted
          ? say(msg('The server encodes {{n}} of {{m}} frames a second.'), values)
          : say(msg('The server encodes at {{percent}}% of real time.'), values),
        watched,
      ],
      remedies: [{ act: 'encoding' }],
    };
  return {
    severity: 'warning',
    fault: 'source',
    sentences: [
      counted
        ? say(msg('The source sends {{n}} of {{m}} frames a second.'), values)
        : say(msg('The source sends at {{percent}}% of real time.'), values),
      watched,
    ],
    remedies: [{ act: 'setup', to: null }],
  };
}

/** It arrives, and there is nothing in it. */
const empty = (text: string, since: number | null, after: number, { now, progress }: Facts): Said | null =>
  progress?.status === 'connected' && since !== null && now - since >= after * 1000
    ? {
        severity: 'warning',
        fault: 'source',
        since,
        sentences: [say(text, { time: { at: since } })],
        remedies: [],
      }
    : null;

function destination({ failing, publications }: Facts): Said | null {
  const [first] = failing;
  if (!first) return null;
  const ids = failing.map(({ id }) => id);
  const since = Math.min(...failing.map((one) => one.since ?? Number.POSITIVE_INFINITY));
  const names = failing.map(({ name }) => name).join(', ');
  const told = first.words?.title ?? msg('{{name}} stopped with an error.');
  const values = { n: ids.length, m: publications.length, names };
  return {
    severity: 'error',
    fault: failing.length === 1 ? faultOf(first.words, 'destination') : 'destination',
    ids,
    since: Number.isFinite(since) ? since : null,
    sentences: [
      failing.length === 1
        ? say(told, { name: first.name })
        : say(msg('{{n}} of {{m}} publications are failing: {{names}}.'), values),
    ],
    remedies:
      failing.length > 1
        ? []
        : [
            ...(first.words?.field === null ? [] : [{ act: 'edit', id: first.id, to: first.to } as const]),
            { act: 'retry', id: first.id },
          ],
  };
}

const calm = (text: string, remedies: readonly Remedy[] = [], fault: Fault = 'nobody'): Said => ({
  severity: 'calm',
  fault,
  sentences: [say(text)],
  remedies,
});
const busy = (text: string, values: Sentence['values'] = {}): Said => ({
  severity: 'busy',
  fault: 'nobody',
  sentences: [say(text, values)],
  remedies: [],
});

/**
 * In order: the first that has something to say is the verdict. Who cannot be asked stands before what he would say, a
 * source before what is made of it, what is made of it before where it is sent: nobody is blamed for those before him.
 */
export const CASES = {
  'core-away': (facts) =>
    facts.alive
      ? null
      : {
          severity: 'error',
          fault: 'core',
          since: facts.seenAt,
          sentences: [
            facts.seenAt === null
              ? say(msg('The core is not responding.'))
              : say(msg('The core has not responded since {{time}}. How the stream is now is not known.'), {
                  time: { at: facts.seenAt },
                }),
          ],
          remedies: [{ act: 'retry-core' }],
        },
  'core-silent': ({ unread, seenAt, now }) =>
    unread && (seenAt === null || now - seenAt > OLD_AFTER_MS)
      ? {
          severity: 'warning',
          fault: 'core',
          since: seenAt,
          sentences: [say(msg('The core does not say how the stream is.')), ...aged(seenAt, now)],
          remedies: [],
        }
      : null,
  old: ({ seenAt, now }) =>
    seenAt !== null && now - seenAt > OLD_AFTER_MS
      ? {
          severity: 'warning',
          fault: 'core',
          since: seenAt,
          sentences: [say(msg('The core is slow to respond.')), ...aged(seenAt, now)],
          remedies: [{ act: 'retry-states' }],
        }
      : null,
  loading: ({ progress }) => (progress ? null : busy(msg('Loading stream status …'))),
  stopping: ({ progress, asked }) =>
    asked === 'stop' || (asked === null && progress?.status === 'disconnecting')
      ? busy(msg('The stream is stopping.'))
      : null,
  asked: ({ asked }) => (asked === null ? null : busy(msg('The stream is starting.'))),
  off: ({ progress }) =>
    progress?.order === 'stop' && (progress.status === 'disconnected' || progress.status === 'error')
      ? calm(msg('The stream is stopped.'), [{ act: 'start' }], 'operator')
      : null,
  unclear: ({ progress }) =>
    progress?.status === 'unknown' ? calm(msg('The core reports a state that this interface does not know.')) : null,
  resuming: ({ progress, flow }) =>
    progress?.status === 'connecting' && flowingSeconds(flow) !== null
      ? busy(msg('The source has been sending for {{n}} s. After {{m}} s it counts as live.'), {
          n: flowingSeconds(flow) ?? 0,
          m: SETTLED_AFTER_S,
        })
      : null,
  broken: (facts) => (isDown(facts) && isOurs(facts) ? broken(facts) : null),
  away: (facts) => (isDown(facts) ? away(facts) : null),
  silent: (facts) => {
    const { progress, sender, idle, flow } = facts;
    if (progress?.status !== 'connecting') return null;
    if (idle === null && progress.seconds <= PATIENCE_S) return busy(msg('Connecting to the source …'));
    const since = flow?.movedAt ?? changedAt(facts);
    return {
      severity: 'warning',
      fault: 'source',
      since,
      sentences: [noData(sender, since)],
      remedies: [{ act: 'reconnect' }, { act: 'setup', to: null }],
    };
  },
  stalled: (facts) => {
    const { idle, flow, sender, cpu } = facts;
    if (idle === null || flow === null) return null;
    const since = flow.movedAt;
    const besides = { severity: 'error', since } as const;
    // Both look the same from here: an encoder that gets no processor, and one that gets nothing to encode.
    if (cpu !== null && isOverworked(facts))
      return {
        ...besides,
        fault: 'server',
        sentences: [
          say(msg('The server has encoded no frame since {{time}}.'), { time: { at: since } }),
          say(
            msg('{{percent}}% of its CPU is in use: the encoder cannot keep up, or the source has stopped sending.'),
            {
              percent: Math.round(cpu),
            },
          ),
        ],
        remedies: [{ act: 'encoding' }, { act: 'reconnect' }],
      };
    return {
      ...besides,
      fault: 'source',
      sentences: [noData(sender, since), say(msg('The connection is open, but empty.'))],
      remedies: [{ act: 'reconnect' }],
    };
  },
  slow,
  'few-frames': (facts) => {
    const { rates } = facts;
    return rates && rates.fps !== null && rates.fps < FEW_FRAMES
      ? {
          severity: 'warning',
          fault: 'source',
          sentences: [say(msg('The source sends only few frames a second: {{n}}.'), paceOf(facts))],
          remedies: [{ act: 'setup', to: null }],
        }
      : null;
  },
  fast: (facts) =>
    facts.rates && facts.rates.speed > FAST
      ? {
          severity: 'warning',
          fault: 'source',
          sentences: [say(msg('The source sends faster than real time ({{percent}}%).'), paceOf(facts))],
          remedies: [{ act: 'setup', to: null }],
        }
      : null,
  unstored: ({ missingSince, progress }) =>
    missingSince === null || progress?.status !== 'connected'
      ? null
      : {
          severity: 'error',
          fault: 'server',
          since: missingSince,
          sentences: [
            say(msg('The server has stored no new segments since {{time}}.'), { time: { at: missingSince } }),
            say(msg('Viewers and publications get nothing.')),
            say(msg('The storage may be full, or its password may have changed.')),
          ],
          remedies: [{ act: 'reconnect' }],
        },
  destination,
  black: (facts) => empty(msg('The video has been black since {{time}}.'), facts.blackSince, LASTING_S.black, facts),
  frozen: (facts) =>
    empty(msg('The video has been frozen since {{time}}.'), facts.frozenSince, LASTING_S.frozen, facts),
  quiet: (facts) => empty(msg('There has been no audio since {{time}}.'), facts.silentSince, LASTING_S.silent, facts),
  keyframes: ({ keyframes, progress }) => {
    if (!keyframes || progress?.status !== 'connected') return null;
    const { n, platforms, best, most } = keyframes;
    const ours = progress.encodes === true;
    return {
      severity: 'warning',
      fault: ours ? 'operator' : 'source',
      sentences: [
        say(msg('There is a keyframe only every {{n}} s. {{platforms}}: {{most}} s at most.'), {
          ...{ n: { tenths: n }, most, platforms: platforms.join(', ') },
        }),
        ours
          ? say(msg('Set the keyframe interval of the encoding to {{n}} s.'), { n: best })
          : say(msg('Set the keyframe interval of the encoder to {{n}} s. In OBS: Settings, Output.'), { n: best }),
      ],
      remedies: ours ? [{ act: 'setup', to: null }] : [],
    };
  },
  full: ({ cpu, memory }) => {
    if ((cpu ?? 0) < FULL_PERCENT && (memory ?? 0) < FULL_PERCENT) return null;
    const percent = Math.round(Math.max(cpu ?? 0, memory ?? 0));
    return {
      severity: 'warning',
      fault: 'server',
      sentences: [
        (cpu ?? 0) >= (memory ?? 0)
          ? say(msg('The server is at its limit: {{percent}}% of its CPU is in use.'), { percent })
          : say(msg('The server is at its limit: {{percent}}% of its memory is in use.'), { percent }),
      ],
      remedies: [],
    };
  },
} as const satisfies Record<string, (facts: Facts) => Said | null>;

export const live = ({ progress }: Facts): Said => ({
  severity: 'live',
  fault: 'nobody',
  sentences:
    progress?.status === 'connected' && progress.uptimeSeconds !== null
      ? [say(msg('Live for {{time}}.'), { time: { seconds: progress.uptimeSeconds } })]
      : [say(msg('Live.'))],
  remedies: [],
});

const aged = (seenAt: number | null, now: number): Sentence[] =>
  seenAt === null ? [] : [say(msg('What is shown is {{n}} s old.'), { n: Math.floor((now - seenAt) / 1000) })];

import { msg } from '../../i18n/msg.ts';
import { fieldTargetOf, isPushRefusal, isSenderAway, type ProcessFailure } from '../diagnosis/processFailure.ts';
import { arrivesSince } from '../run/bytesPushedToServer.ts';
import { isStartOver, type Progress, SETTLED_AFTER_S } from '../run/progress.ts';
import { isOld } from '../run/statusAge.ts';
import { flowingSeconds } from '../run/throughput.ts';
import {
  busy,
  calm,
  type Facts,
  type FindingAbout,
  faultOf,
  isAtRest,
  isOverworked,
  noData,
  type Sentence,
  type Situation,
  say,
  type Table,
  type VerdictRemedy,
} from './verdictTypes.ts';

const aged = (seenAt: number | null, now: number): Sentence[] =>
  seenAt === null ? [] : [say(msg('What is shown is {{n}} s old.'), { n: Math.floor((now - seenAt) / 1000) })];

const isEnding = (progress: Progress | null) => progress?.status === 'disconnecting';

const isStopping = (progress: Progress | null) =>
  progress?.order === 'stop' && (isEnding(progress) || ['connecting', 'connected'].includes(progress.status));

export function startingCase({ progress, asked }: Situation): FindingAbout | null {
  if (asked === 'return') return busy(msg('The encoder is back. The stream is starting.'));
  return asked != null || isEnding(progress) ? busy(msg('The stream is starting.')) : null;
}

export const CORE_UNAVAILABLE = {
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
              : say(msg('The state of the stream has been unknown since {{time}}.'), {
                  time: { at: facts.seenAt },
                }),
          ],
          remedies: [{ act: 'retry-core' }],
        },
  'core-silent': ({ unread, seenAt, now }) =>
    unread && (seenAt === null || isOld(seenAt, now))
      ? {
          severity: 'warning',
          fault: 'core',
          since: seenAt,
          sentences: [say(msg('The core does not say how the stream is.')), ...aged(seenAt, now)],
          remedies: [],
        }
      : null,
  old: ({ seenAt, now }) =>
    seenAt !== null && isOld(seenAt, now)
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
    asked === 'stop' || (asked == null && isStopping(progress)) ? busy(msg('The stream is stopping.')) : null,
  // A run that ends although the channel should run makes room for the next one.
  asked: (facts) => (facts.covered ? null : startingCase(facts)),
  off: ({ progress }) =>
    progress?.order === 'stop' && (progress.status === 'disconnected' || progress.status === 'error')
      ? calm(msg('The stream is stopped.'), [{ act: 'start' }], 'operator')
      : null,
  unclear: ({ progress }) =>
    progress?.status === 'unknown' ? calm(msg('The core reports a state that this interface does not know.')) : null,
} as const satisfies Table;

const isOurs = ({ failure }: Situation) => !['source', 'destination'].includes(faultOf(failure?.words, 'source'));

const isDown = ({ progress, failure }: Situation) =>
  progress?.order === 'start' &&
  (['error', 'disconnected'].includes(progress.status) || (progress.status === 'connecting' && failure !== null));

const changedAt = ({ seenAt, now, progress }: Situation) => (seenAt ?? now) - (progress?.seconds ?? 0) * 1000;

const downSince = (facts: Facts) => facts.failure?.since ?? facts.failure?.at ?? changedAt(facts);

const setupFor = (failure: ProcessFailure | null): VerdictRemedy[] => {
  const to = failure && fieldTargetOf(failure);
  return to ? [{ act: 'setup', to }] : [];
};

const retryOf = (progress: Progress | null) =>
  progress && 'retryIn' in progress && progress.retryIn === null
    ? [say(msg('It does not reconnect automatically.'))]
    : [];

const nothingSent = (since: number) => say(msg('Nothing has been sent since {{time}}.'), { time: { at: since } });

export const waitsForEncoder = ({ progress, failure }: Pick<Situation, 'progress' | 'failure'>): boolean =>
  progress?.order === 'start' &&
  progress.status === 'connecting' &&
  failure !== null &&
  (failure.words === null || isSenderAway(failure.cause) || isPushRefusal(failure.cause));

function away(facts: Facts): FindingAbout {
  const { failure, sender, progress } = facts;
  const since = downSince(facts);
  const calm = failure === null || isSenderAway(failure.cause);
  const title = calm || !failure?.words ? [] : [say(failure.words.title)];
  // "No data" would be wrong for other causes: a rejected encoder does send.
  const nothing = calm ? noData(sender, since) : nothingSent(since);
  return {
    severity: calm ? 'warning' : 'error',
    fault: 'source',
    since,
    sentences: [...title, nothing, ...retryOf(progress)],
    remedies: [{ act: 'reconnect' }, ...setupFor(failure)],
  };
}

function broken(facts: Facts): FindingAbout {
  const since = downSince(facts);
  const { failure, progress } = facts;
  return {
    severity: 'error',
    fault: faultOf(failure?.words, 'server'),
    since,
    sentences: [
      say(failure?.words?.title ?? msg('The stream stopped with an error.')),
      nothingSent(since),
      ...retryOf(progress),
    ],
    remedies: [...setupFor(failure), { act: 'reconnect' }],
  };
}

export const SOURCE_DOWN = {
  resuming: ({ progress, flow }) =>
    progress?.status === 'connecting' && flowingSeconds(flow) !== null
      ? busy(msg('The source is sending. It counts as live in {{n}} s.'), {
          n: Math.max(1, Math.ceil(SETTLED_AFTER_S - progress.seconds)),
        })
      : null,
  returning: (facts) =>
    facts.returned && waitsForEncoder(facts) ? busy(msg('The encoder is back. The stream is starting.')) : null,
  broken: (facts) => (isDown(facts) && isOurs(facts) ? broken(facts) : null),
  away: (facts) => (isDown(facts) ? away(facts) : null),
  silent: (facts) => {
    const { progress, sender, idle, flow, received } = facts;
    if (progress?.status !== 'connecting') return null;
    const isSlow = isOverworked(facts) && !isAtRest(facts);
    if (idle === null && (isSlow || !isStartOver(progress))) return busy(msg('Connecting to the source …'));
    const since = flow?.movedAt ?? changedAt(facts);
    if (idle !== null && (isSlow || arrivesSince(received ?? null, since))) return null; // `stalled` tells them apart
    return {
      severity: 'warning',
      fault: 'source',
      since,
      sentences: [noData(sender, since)],
      remedies: [{ act: 'reconnect' }, { act: 'setup', to: null }],
    };
  },
} as const satisfies Table;

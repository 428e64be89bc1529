import { msg } from '../../i18n/msg.ts';
import { fieldTargetOf, isSenderAway, type ProcessFailure } from '../diagnosis/processFailure.ts';
import { arrivesSince } from '../run/bytesPushedToServer.ts';
import { isStartOver, type Progress, SETTLED_AFTER_S } from '../run/progress.ts';
import { flowingSeconds } from '../run/throughput.ts';
import {
  busy,
  type Facts,
  type FindingAbout,
  faultOf,
  isAtRest,
  isOverworked,
  noData,
  type Situation,
  say,
  type Table,
  type VerdictRemedy,
} from './verdictTypes.ts';

/** What went wrong here, and not at whoever sends. */
const isOurs = ({ failure }: Situation) => !['source', 'destination'].includes(faultOf(failure?.words, 'source'));

const isDown = ({ progress, failure }: Situation) =>
  progress?.order === 'start' &&
  (['error', 'disconnected'].includes(progress.status) || (progress.status === 'connecting' && failure !== null));

/** When the process entered its state. */
const changedAt = ({ seenAt, now, progress }: Situation) => (seenAt ?? now) - (progress?.seconds ?? 0) * 1000;

const downSince = (facts: Facts) => facts.failure?.since ?? facts.failure?.at ?? changedAt(facts);

/** Only where something is to be mended in the set-up. */
const setupFor = (failure: ProcessFailure | null): VerdictRemedy[] => {
  const to = failure && fieldTargetOf(failure);
  return to ? [{ act: 'setup', to }] : [];
};

const retryOf = (progress: Progress | null) =>
  progress && 'retryIn' in progress && progress.retryIn === null
    ? [say(msg('It does not reconnect automatically.'))]
    : [];

function away(facts: Facts): FindingAbout {
  const { failure, sender, progress } = facts;
  const since = downSince(facts);
  const calm = failure === null || isSenderAway(failure.cause);
  const told = calm || !failure?.words ? [] : [say(failure.words.title)];
  return {
    severity: calm ? 'warning' : 'error',
    fault: 'source',
    since,
    sentences: [...told, noData(sender, since), ...retryOf(progress)],
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
      say(msg('Nothing has been sent since {{time}}.'), { time: { at: since } }),
      ...retryOf(progress),
    ],
    remedies: [...setupFor(failure), { act: 'reconnect' }],
  };
}

/** Nothing comes in. */
export const SOURCE_DOWN = {
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
    const { progress, sender, idle, flow, received } = facts;
    if (progress?.status !== 'connecting') return null;
    // An encoder without a processor looks like one without a source.
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

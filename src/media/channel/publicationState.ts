import { msg } from '../../i18n/msg.ts';
import type { ProcessFailure, Words } from '../diagnosis/processFailure.ts';
import { holdOf, isProtected, type ShownHold } from '../hold/holdOf.ts';
import type { HoldSighting } from '../hold/holdSighting.ts';
import { isStartOver, type Progress } from '../run/progress.ts';
import { flowingSeconds, stalledFor, type Throughput } from '../run/throughput.ts';
import { type ChannelStatus, hasNoSource } from '../status/channelStatus.ts';
import type { SendingStatus, Situation } from '../verdict/verdictTypes.ts';
import type { Channel } from './channel.ts';

export type Intent = 'start' | 'stop' | 'restart';

/** What a row decides on; progress null is not known yet. */
export interface PublicationState {
  progress: Progress | null;
  asked: Intent | null;
  /** Why the core did not do what was asked last. */
  refused: string | null;
  failure: ProcessFailure | null;
  waiting: boolean;
  /** Because nobody has switched it on. */
  channelOff?: boolean;
  /** Seconds for which its channel has been sending, before that counts as live. */
  resuming?: number | null;
  flow?: Throughput | null;
  /** It has been live in this run. */
  isKept?: boolean;
  /** What it passes on is not there: its rendition has only just begun, or fails. */
  behind?: 'starting' | 'failing' | null;
  passes?: { name: string; failure: ProcessFailure | null } | null;
  /** How the standby image is that it reads; absent: it reads none. */
  hold?: ShownHold['status'];
  /** Since when nobody knows how it is (ms), and whether it was on then. Its progress is not known either. */
  aged?: { since: number; on: boolean } | null;
}

/** Nothing will happen any more by itself, although it is wanted: it ended, and no next try is due. */
const isDead = (progress: Progress) =>
  (progress.status === 'error' || progress.status === 'disconnected') && progress.retryIn === null;

/** A run without data is ended by the core, too: that is no stop. */
const PAUSES: readonly Progress['status'][] = ['connecting', 'disconnecting', 'disconnected', 'error'];

/** What keeps it off the air is its channel, and it goes on by itself: nothing to mend here. */
export const isPatient = ({ progress, failure, waiting, behind }: PublicationState): boolean =>
  progress?.order === 'start' &&
  PAUSES.includes(progress.status) &&
  !isDead(progress) &&
  (waiting ||
    behind === 'starting' ||
    (failure?.cause === 'channel-not-running' && progress.status !== 'disconnecting'));

/** What the switch shows: what is, and what is asked for while it changes. */
export function isOn({ progress, asked, aged }: Pick<PublicationState, 'progress' | 'asked' | 'aged'>): boolean {
  if (asked) return asked !== 'stop';
  if (progress === null) return aged?.on === true;
  return progress.order === 'start' && !isDead(progress);
}

/** It is wanted and does not run, or the core refused: the box on top names it. */
export function isFailing(state: PublicationState): boolean {
  const { progress, asked, refused, failure } = state;
  if (asked) return false;
  if (refused !== null) return true;
  // Nothing can be said of it before somebody starts the channel.
  if (state.channelOff || progress?.order === 'stop' || isPatient(state)) return false;
  return failure !== null || (progress?.order === 'start' && ['error', 'disconnected'].includes(progress.status));
}

export const refusedWords: Words = {
  title: msg('The core rejected the last command for {{name}}.'),
  short: msg('Rejected by the core'),
  remedy: msg('The list shows the reason.'),
  field: 'address',
  also: null,
  party: 'target',
  severity: 'fatal',
  lines: [],
};

/** Cores tell the frame rate of the last 30 s: when nothing was sent for so long, it looks like a start. */
const hangs = (progress: Progress, flow: Throughput | null) =>
  progress.status === 'connecting' && isStartOver(progress) && stalledFor(flow) !== null;

export function sendingOf(state: PublicationState): SendingStatus {
  const { progress, asked, waiting, channelOff, resuming = null, flow = null, isKept } = state;
  if (asked) return asked === 'stop' ? 'off' : 'starting';
  if (isFailing(state)) return 'failing';
  if (!progress || progress.status === 'unknown') return 'unknown';
  // What it still sends, or sends no more, is as somebody wants it.
  if (progress.order === 'stop') return 'off';
  if (channelOff) return 'idle';
  if (isPatient(state)) return 'waiting';
  if (hangs(progress, flow) && !waiting && resuming === null) return 'stalled';
  // A publication that should run and has ended makes room for the next try.
  if (progress.status !== 'connected') return 'starting';
  if (waiting || resuming !== null) return isKept ? 'kept' : waiting ? 'waiting' : 'starting';
  return stalledFor(flow) === null ? 'live' : 'stalled';
}

/** By then the first segments are written. */
const WRITTEN_S = 5;

export const flows = (progress: Progress | undefined): boolean =>
  progress?.status === 'connected' ||
  (progress?.status === 'connecting' && (progress.counts?.seconds ?? 0) >= WRITTEN_S);

/** Why a publication has nothing to read; null: it has, or nobody can tell. */
export function behindOf(progress: Progress | undefined): 'starting' | 'failing' | null {
  if (progress === undefined || progress.status === 'unknown' || flows(progress)) return null;
  return progress.order === 'start' && ['error', 'disconnected'].includes(progress.status) ? 'failing' : 'starting';
}

/** A source that is restarted is stopped for a moment: nobody has switched it off. */
const isOff = (source: Progress | undefined, asked: Situation['asked']): boolean =>
  asked === 'stop' || (asked == null && source?.order === 'stop');

/** What was seen last is not known to be so since then (ms). */
export function agedState(seen: PublicationState, since: number): PublicationState {
  if (!seen.progress) return seen;
  const aged = { since, on: isOn({ progress: seen.progress, asked: null }) };
  return { ...seen, progress: null, refused: null, failure: null, waiting: false, flow: null, aged };
}

interface PublicationSight {
  /** null: nothing is known of its channel. */
  status: ChannelStatus | null;
  channel: Pick<Channel, 'egresses' | 'renditions'> | undefined;
  /** By channel. */
  sightings: Readonly<Record<string, HoldSighting>>;
  /** What is asked of it here, and of its source; why the core refused. */
  asked: Intent | null;
  refused: string | null;
  sourceAsked: Situation['asked'];
}

/** How one process of a publication is, as this status of its channel has it. */
export function publicationStateIn(
  id: string,
  { status, channel, sightings, asked, refused, sourceAsked }: PublicationSight,
): PublicationState {
  const source = status?.ingest ?? null;
  const known = status?.egresses[id];
  const passed = channel?.egresses[id]?.rendition;
  const rendition = passed === undefined ? undefined : status?.renditions[passed];
  const read = known?.progress.hold;
  const hold = read === undefined ? null : holdOf(true, sightings[read]);
  const goesOn = hold !== null && isProtected(hold);
  return {
    ...{ asked, refused },
    progress: known?.progress ?? null,
    failure: known?.failure ?? null,
    // What is asked of the source has not been done yet: it is as good as done.
    waiting: source !== null && ((!goesOn && hasNoSource(source)) || sourceAsked != null),
    channelOff: isOff(source?.progress, sourceAsked),
    resuming: !goesOn && source?.progress.status === 'connecting' ? flowingSeconds(source.flow) : null,
    flow: known?.flow ?? null,
    isKept: known?.isKept === true,
    behind: behindOf(rendition?.progress),
    passes:
      passed === undefined
        ? null
        : { name: channel?.renditions?.[passed]?.name ?? '', failure: rendition?.failure ?? null },
    ...(hold && { hold: hold.status }),
  };
}

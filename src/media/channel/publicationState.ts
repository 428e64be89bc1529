import type { Proof } from '../../api/answers/proofReport.ts';
import { msg } from '../../i18n/msg.ts';
import type { ProcessFailure, Words } from '../diagnosis/processFailure.ts';
import { holdOf, isProtected, type ShownHold } from '../hold/holdOf.ts';
import type { HoldSighting } from '../hold/holdSighting.ts';
import type { Proofs } from '../proof/proofs.ts';
import { isStartOver, type Progress } from '../run/progress.ts';
import { flowingSeconds, stalledFor, type Throughput } from '../run/throughput.ts';
import { type ChannelStatus, hasNoSource } from '../status/channelStatus.ts';
import type { SendingStatus, Situation } from '../verdict/verdictTypes.ts';
import type { Channel } from './channel.ts';

export type Intent = 'start' | 'stop' | 'restart';

/** `progress`: null until the first response. */
export interface PublicationState {
  progress: Progress | null;
  asked: Intent | null;
  refused: string | null;
  failure: ProcessFailure | null;
  waiting: boolean;
  channelOff?: boolean;
  /** Seconds since its channel sends again, until that counts as live. */
  resuming?: number | null;
  flow?: Throughput | null;
  /** Whether it has been live in this run. */
  isKept?: boolean;
  /** The state of the rendition that it passes on, if that does not run yet or fails. */
  behind?: 'starting' | 'failing' | null;
  passes?: { name: string; failure: ProcessFailure | null } | null;
  hold?: ShownHold['status'];
  /** See `Egress`. */
  isKeyless?: true;
  /** What viewers of the platform get; absent if it is not looked at. */
  proof?: Proof;
  /** Set when the status is outdated: since when (ms), and whether it was on then. */
  aged?: { since: number; on: boolean } | null;
}

/** Ended although it should run, and without a retry. */
const isDead = (progress: Progress) =>
  (progress.status === 'error' || progress.status === 'disconnected') && progress.retryIn === null;

/** The core also ends runs without data and restarts them. */
const PAUSES: readonly Progress['status'][] = ['connecting', 'disconnecting', 'disconnected', 'error'];

/** Whether it waits for its channel and continues by itself. */
export const isPatient = ({ progress, failure, waiting, behind }: PublicationState): boolean =>
  progress?.order === 'start' &&
  PAUSES.includes(progress.status) &&
  !isDead(progress) &&
  (waiting ||
    behind === 'starting' ||
    (failure?.cause === 'channel-not-running' && progress.status !== 'disconnecting'));

export function isOn({ progress, asked, aged }: Pick<PublicationState, 'progress' | 'asked' | 'aged'>): boolean {
  if (asked) return asked !== 'stop';
  if (progress === null) return aged?.on === true;
  return progress.order === 'start' && !isDead(progress);
}

export function isFailing(state: PublicationState): boolean {
  const { progress, asked, refused, failure } = state;
  if (asked) return false;
  if (refused !== null) return true;
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

/** State of a publication that was imported without its key. */
export const KEYLESS = msg('Enter its key or password first');

/** Cores report the mean frame rate of 30 s, so a longer stall looks like a start. */
const hangs = (progress: Progress, flow: Throughput | null) =>
  progress.status === 'connecting' && isStartOver(progress) && stalledFor(flow) !== null;

export function sendingOf(state: PublicationState): SendingStatus {
  const { progress, asked, waiting, channelOff, resuming = null, flow = null, isKept } = state;
  if (asked) return asked === 'stop' ? 'off' : 'starting';
  if (isFailing(state)) return 'failing';
  if (!progress || progress.status === 'unknown') return 'unknown';
  // The operator has stopped it, so data that still flows does not matter.
  if (progress.order === 'stop') return 'off';
  if (channelOff) return 'idle';
  if (isPatient(state)) return 'waiting';
  if (hangs(progress, flow) && !waiting && resuming === null) return 'stalled';
  if (progress.status !== 'connected') return 'starting';
  if (waiting || resuming !== null) return isKept ? 'kept' : waiting ? 'waiting' : 'starting';
  return stalledFor(flow) === null ? 'live' : 'stalled';
}

const WRITTEN_S = 5;

export const flows = (progress: Progress | undefined): boolean =>
  progress?.status === 'connected' ||
  (progress?.status === 'connecting' && (progress.counts?.seconds ?? 0) >= WRITTEN_S);

/** Null if there is something to read, or unknown. */
export function behindOf(progress: Progress | undefined): 'starting' | 'failing' | null {
  if (progress === undefined || progress.status === 'unknown' || flows(progress)) return null;
  return progress.order === 'start' && ['error', 'disconnected'].includes(progress.status) ? 'failing' : 'starting';
}

/** A restart stops the source for a moment. */
const isOff = (source: Progress | undefined, asked: Situation['asked']): boolean =>
  asked === 'stop' || (asked == null && source?.order === 'stop');

/** @param since ms */
export function agedState(state: PublicationState, since: number): PublicationState {
  if (!state.progress) return state;
  const aged = { since, on: isOn({ progress: state.progress, asked: null }) };
  return { ...state, progress: null, refused: null, failure: null, waiting: false, flow: null, aged };
}

interface PublicationSight {
  status: ChannelStatus | null;
  channel: Pick<Channel, 'egresses' | 'renditions'> | undefined;
  sightings: Readonly<Record<string, HoldSighting>>;
  asked: Intent | null;
  refused: string | null;
  sourceAsked: Situation['asked'];
  /** Keyed by process id. */
  proofs?: Proofs | undefined;
}

export function publicationStateIn(
  id: string,
  { status, channel, sightings, asked, refused, sourceAsked, proofs = {} }: PublicationSight,
): PublicationState {
  const source = status?.ingest ?? null;
  const egress = status?.egresses[id];
  const passed = channel?.egresses[id]?.rendition;
  const rendition = passed === undefined ? undefined : status?.renditions[passed];
  const read = egress?.progress.hold;
  const hold = read === undefined ? null : holdOf(true, sightings[read]);
  const isHeld = hold !== null && isProtected(hold);
  return {
    ...{ asked, refused },
    progress: egress?.progress ?? null,
    failure: egress?.failure ?? null,
    // A command in flight counts as done.
    waiting: source !== null && ((!isHeld && hasNoSource(source)) || sourceAsked != null),
    channelOff: isOff(source?.progress, sourceAsked),
    resuming: !isHeld && source?.progress.status === 'connecting' ? flowingSeconds(source.flow) : null,
    flow: egress?.flow ?? null,
    isKept: egress?.isKept === true,
    behind: behindOf(rendition?.progress),
    passes:
      passed === undefined
        ? null
        : { name: channel?.renditions?.[passed]?.name ?? '', failure: rendition?.failure ?? null },
    ...(hold && { hold: hold.status }),
    ...(channel?.egresses[id]?.isKeyless && { isKeyless: true as const }),
    ...(proofs[id] && { proof: proofs[id] }),
  };
}

import type { Proof } from '../../api/answers/proofReport.ts';
import type { ArrivingStream } from '../../api/arrivingStream.ts';
import { msg } from '../../i18n/msg.ts';
import type { Party } from '../diagnosis/causes.ts';
import type { FieldTarget, ProcessFailure, Words } from '../diagnosis/processFailure.ts';
import type { ShownHold } from '../hold/holdOf.ts';
import type { ReceivedBytes } from '../run/bytesPushedToServer.ts';
import type { Progress } from '../run/progress.ts';
import type { Rates, Throughput } from '../run/throughput.ts';

/** Above this load, the machine slows an encoder down; below, the encoder waits for its source. */
const BUSY_PERCENT = 70;

const runningIn = ({ progress }: Situation) =>
  progress?.status === 'connected' || progress?.status === 'connecting' ? progress : null;

export const isEncoding = (situation: Situation): boolean => runningIn(situation)?.encodes === true;

export const isOverworked = (situation: Situation): boolean =>
  isEncoding(situation) && (situation.cpuLately === null || situation.cpuLately >= BUSY_PERCENT);

/** Percent of the machine. An encoder without input uses less, however busy other processes are. */
const AT_REST_PERCENT = 1;

/** A process that is not live yet and not measured most likely waits for its source. */
export function isAtRest(situation: Situation): boolean {
  const running = runningIn(situation);
  if (running === null) return false;
  const unmeasured = running.status === 'connecting' ? 0 : AT_REST_PERCENT;
  return (running.cpu ?? unmeasured) < AT_REST_PERCENT;
}

/** `id`: the publication; `to`: the field that fixes the problem, null if unknown. */
export type VerdictRemedy =
  | { act: 'start' | 'reconnect' | 'take-audio' | 'retry-states' | 'retry-core' | 'encoding' | 'usage' | 'release' }
  | { act: 'setup'; to: FieldTarget | null }
  | { act: 'edit'; id: string; to: FieldTarget | null };

export type Fault = 'nobody' | 'operator' | 'source' | 'server' | 'core' | 'destination';

/**
 * `kept`: its source pauses, but its connection stays open; `waiting`: it continues with the source; `idle`: its
 * channel
 * is stopped; `stalled`: it runs, but sends nothing.
 */
export type SendingStatus =
  | 'live'
  | 'starting'
  | 'kept'
  | 'waiting'
  | 'idle'
  | 'stalled'
  | 'failing'
  | 'off'
  | 'unknown';

export type OutputRole = 'primary' | 'backup';

export interface PublicationFact {
  id: string;
  name: string;
  status: SendingStatus;
  words: Words | null;
  to: FieldTarget | null;
  since: number | null;
  /** `id`: the process of the output that does not send; null if it is gone. */
  lacks?: { role: OutputRole; id: string | null } | undefined;
  readsHold?: boolean;
  /** What viewers of the platform get; absent if it is not looked at. */
  proof?: Proof | undefined;
}

/** Times in ms since 1970. Optional fields exist only for the channel on the screen. */
export interface Situation {
  now: number;
  alive: boolean;
  /** Whether the core responds without the state of the stream. */
  unread?: boolean;
  seenAt: number | null;
  /** `return`: starting because its encoder is back. */
  asked?: 'start' | 'stop' | 'reconnect' | 'return' | null;
  /** Null until the first response. */
  progress: Progress | null;
  failure: ProcessFailure | null;
  flow: Throughput | null;
  /** Start of the time without new segments in the storage. */
  missingSince?: number | null;
  stored?: boolean | null;
  sender?: string | null;
  returned?: boolean;
  /** Null if no encoder pushes, or unknown. */
  received?: ReceivedBytes | null;
  /** Null if the encoder does not send by RTMP, or unknown. */
  arriving?: ArrivingStream | null;
  arrivingSince?: number;
  /** A codec that the encoder sends and this ffmpeg cannot read. */
  unreadable?: string | null;
  /** Whether the RTMP server keeps an encoder's first header, so only a reconnect updates the picture. */
  unfollowed?: boolean;
  /** Whether the source had audio at set-up; null if unknown. */
  hadAudio?: boolean | null;
  /** Whether the channel uses the encoder's video; null if unknown. */
  hadVideo?: boolean | null;
  publications: readonly PublicationFact[];
  /** The standby image; absent if no publication reads it. */
  hold?: ShownHold;
  blackSince?: number | null;
  frozenSince?: number | null;
  silentSince?: number | null;
  /** Seconds between keyframes, if more than a platform allows. */
  keyframes?: { n: number; platforms: readonly string[]; best: number; most: number } | null;
  /** Percent of the whole machine. */
  cpu?: number | null;
  cpuLately: number | null;
  memory?: number | null;
}

/** `tenths`: a number with one decimal; `at`: a time of day; `seconds`: a duration; `text`: a text of the catalog. */
type Value = number | string | { tenths: number } | { at: number } | { seconds: number } | { text: string };
export interface Sentence {
  text: string;
  values: Readonly<Record<string, Value>>;
}

export interface Finding {
  severity: 'live' | 'calm' | 'busy' | 'warning' | 'error';
  fault: Fault;
  sentences: readonly Sentence[];
  remedies: readonly VerdictRemedy[];
}

export interface FindingAbout extends Finding {
  ids?: readonly string[];
  /** Milliseconds since 1970; absent if irrelevant. */
  since?: number | null;
}

export interface Facts extends Situation {
  idle: number | null;
  /** Null until enough has been measured after the start. */
  rates: Rates | null;
  failing: readonly PublicationFact[];
  tally: Tally;
  covered: boolean;
  /** If covered: the reason why nothing arrives from the source. */
  away: FindingAbout | null;
}

export type Tally = Readonly<Record<SendingStatus, number>>;

export const wantedOf = ({ off: _, ...on }: Tally): number => Object.values(on).reduce((sum, n) => sum + n, 0);

export type Table = Readonly<Record<string, (facts: Facts) => FindingAbout | null>>;

export const say = (text: string, values: Sentence['values'] = {}): Sentence => ({ text, values });

const FAULTS: Readonly<Record<Party, Fault>> = {
  source: 'source',
  target: 'destination',
  machine: 'server',
  us: 'operator',
};
export const faultOf = (words: Words | null | undefined, unknown: Fault): Fault =>
  words ? FAULTS[words.party] : unknown;

export const calm = (text: string, remedies: readonly VerdictRemedy[] = [], fault: Fault = 'nobody'): FindingAbout => ({
  severity: 'calm',
  fault,
  sentences: [say(text)],
  remedies,
});
export const busy = (text: string, values: Sentence['values'] = {}): FindingAbout => ({
  severity: 'busy',
  fault: 'nobody',
  sentences: [say(text, values)],
  remedies: [],
});

export const noData = (sender: string | null | undefined, since: number): Sentence =>
  sender == null
    ? say(msg('No data from the source since {{time}}.'), { time: { at: since } })
    : say(msg('No data from the source ({{sender}}) since {{time}}.'), { sender, time: { at: since } });

export const FULL_PERCENT = 90;

export const atLimit = (cpu: number): Sentence =>
  say(msg('The server is at its limit: {{percent}}% of its CPU is in use.'), { percent: Math.round(cpu) });

import type { ArrivingStream } from '../../api/arrivingStream.ts';
import { msg } from '../../i18n/msg.ts';
import type { Party } from '../diagnosis/causes.ts';
import type { FieldTarget, ProcessFailure, Words } from '../diagnosis/processFailure.ts';
import type { ShownHold } from '../hold/holdOf.ts';
import type { ReceivedBytes } from '../run/bytesPushedToServer.ts';
import type { Progress } from '../run/progress.ts';
import type { Rates, Throughput } from '../run/throughput.ts';

/** From here on an encoder is slow because of the machine; below, it waits for its source. */
const BUSY_PERCENT = 70;

const runningIn = ({ progress }: Situation) =>
  progress?.status === 'connected' || progress?.status === 'connecting' ? progress : null;

export const isEncoding = (situation: Situation): boolean => runningIn(situation)?.encodes === true;

/** A slow encoder that has little to do waits for what it encodes. */
export const isOverworked = (situation: Situation): boolean =>
  isEncoding(situation) && (situation.cpuLately === null || situation.cpuLately >= BUSY_PERCENT);

/** Percent of the machine: an encoder that gets nothing to encode uses less, however busy the others are. */
const AT_REST_PERCENT = 1;

/** Whether it uses nothing of the machine. What is not live yet and not measured most likely waits for its source. */
export function isAtRest(situation: Situation): boolean {
  const running = runningIn(situation);
  if (running === null) return false;
  const unmeasured = running.status === 'connecting' ? 0 : AT_REST_PERCENT;
  return (running.cpu ?? unmeasured) < AT_REST_PERCENT;
}

/** What an operator may press. `id` is that of a publication; `to` is the field where it is mended, as far as one is known. */
export type VerdictRemedy =
  | { act: 'start' | 'reconnect' | 'take-audio' | 'retry-states' | 'retry-core' | 'encoding' | 'usage' | 'release' }
  | { act: 'setup'; to: FieldTarget | null }
  | { act: 'edit'; id: string; to: FieldTarget | null };

/** The party that has to act. `ids` name a destination. */
export type Fault = 'nobody' | 'operator' | 'source' | 'server' | 'core' | 'destination';

/**
 * How a publication is, as far as that is its own doing. `kept`: its source pauses, and its connection stands;
 * `waiting`: it goes on with the source; `idle`: somebody has stopped its channel; `stalled`: it runs, and sends nothing
 * of what it gets.
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

/** Of a publication with two: a service shows the second while it does not get the first. */
export type OutputRole = 'primary' | 'backup';

export interface PublicationFact {
  id: string;
  name: string;
  status: SendingStatus;
  words: Words | null;
  to: FieldTarget | null;
  since: number | null;
  /** Which of its two outputs does not send while the other one does, and its process; null: that is gone. */
  lacks?: { role: OutputRole; id: string | null } | undefined;
  /** It reads the hold of its channel. */
  readsHold?: boolean;
}

/** Everything that is known. Times in ms. The optional parts are only asked of the channel on the screen. */
export interface Situation {
  now: number;
  alive: boolean;
  /** It answers, and does not say how the stream is. */
  unread?: boolean;
  /** When the core said what is known. */
  seenAt: number | null;
  /** `return`: it is started as its encoder is back. */
  asked?: 'start' | 'stop' | 'reconnect' | 'return' | null;
  /** Of the ingest; null: nobody told it yet. */
  progress: Progress | null;
  failure: ProcessFailure | null;
  flow: Throughput | null;
  /** Since when nothing of what is sent arrives in the storage (ms); null: it does, or that is not known. */
  missingSince?: number | null;
  /** Something of what is sent is in the storage; null: not known. */
  stored?: boolean | null;
  /** The address of the encoder that pushes the stream in. */
  sender?: string | null;
  /** The encoder publishes again, as was seen while the process connects after a failure. */
  returned?: boolean;
  /** What has come from it; null: none pushes, or that is not known. */
  received?: ReceivedBytes | null;
  /** The streams that the encoder sends by RTMP; null: none, or unknown. */
  arriving?: ArrivingStream | null;
  /** Since when they are these (ms), as far as it was seen. */
  arrivingSince?: number;
  /** The codec that the encoder sends, where this ffmpeg cannot read it; null: it can. */
  unreadable?: string | null;
  /** An encoder pushes by RTMP to a core whose server keeps its first header: only a new connection brings another picture. */
  unfollowed?: boolean;
  /** The source had audio when the channel was set up; null: not known. */
  hadAudio?: boolean | null;
  /** The video of the channel is taken from the encoder; null: not known. */
  hadVideo?: boolean | null;
  publications: readonly PublicationFact[];
  /** The standby image; absent: nothing reads one. */
  hold?: ShownHold;
  /** Since when there is nothing but black, no movement, no sound; null: not so, or not known. */
  blackSince?: number | null;
  frozenSince?: number | null;
  silentSince?: number | null;
  /** Seconds from one keyframe to the next, where a platform that it is sent to takes fewer. */
  keyframes?: { n: number; platforms: readonly string[]; best: number; most: number } | null;
  /** Percent of the machine, all along and in the last seconds; null: not known. */
  cpu?: number | null;
  cpuLately: number | null;
  memory?: number | null;
}

/** A text is an English one of the catalog; what stands in it: a number, one with a decimal, a text, a time of day, a length of time, or another of the catalog. */
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
  /** In ms; not where it does not matter. */
  since?: number | null;
}

/** All of a situation that the cases ask for more than once. */
export interface Facts extends Situation {
  idle: number | null;
  /** Once they say anything: after the start. */
  rates: Rates | null;
  failing: readonly PublicationFact[];
  tally: Tally;
  /** Publications go on whatever the source does. */
  covered: boolean;
  /** Where they do: why nothing comes from the source; null: it does. */
  away: FindingAbout | null;
}

export type Tally = Readonly<Record<SendingStatus, number>>;

export const wantedOf = ({ off: _, ...on }: Tally): number => Object.values(on).reduce((sum, n) => sum + n, 0);

/** Cases by name: each says something, or null. */
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

/** Percent in use from which on a machine has nothing left. */
export const FULL_PERCENT = 90;

export const atLimit = (cpu: number): Sentence =>
  say(msg('The server is at its limit: {{percent}}% of its CPU is in use.'), { percent: Math.round(cpu) });

import { limit } from '../util/limits.ts';
import { type Message, messageType } from './chunks.ts';
import { STREAM_ID } from './replies.ts';

/** Silent AAC-LC frames by number of channels, the same at every sample rate. */
const FRAMES: Readonly<Record<number, Buffer>> = {
  1: Buffer.from('00c800802380', 'hex'),
  2: Buffer.from('210049900219002380', 'hex'),
};
const SAMPLES = 1024;
const RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350];
const AAC_LC = 2;
const AAC = 0xaf;

const DEFAULT_HEADER = Buffer.from([AAC, 0, 0x12, 0x10]);

interface AacFormat {
  readonly rate: number;
  readonly channels: number;
}

/** Reads an AAC header of RTMP; null unless AAC-LC in mono or stereo. */
export function readAacFormat(header: Buffer): AacFormat | null {
  const [tag = 0, kind, first = 0, second = 0] = header;
  if (tag >> 4 !== AAC >> 4 || kind !== 0 || first >> 3 !== AAC_LC) return null;
  const rate = RATES[((first & 7) << 1) | (second >> 7)];
  const channels = (second >> 3) & 15;
  return rate === undefined || FRAMES[channels] === undefined ? null : { rate, channels };
}

/** Delay of audio that still counts as on its way. */
const TIMEOUT_MS = 1_500;

export interface Silence {
  isOn(): boolean;
  /** Returns the messages to send before a video frame, starting with the header. */
  before(video: Message): Message[];
  /** Returns false for audio whose time was already filled with silence. */
  admits(audio: Message): boolean;
  learn(header: Buffer): void;
  forgetTime(): void;
}

/** Replaces the audio that a channel's process expects, because the process would exit without it. */
export function createSilence(isWanted: () => boolean, knownHeader: Buffer | null): Silence {
  let header = knownHeader !== null && readAacFormat(knownHeader) !== null ? knownHeader : DEFAULT_HEADER;
  let format = readAacFormat(header) ?? { rate: 44_100, channels: 2 };
  let isOn = false;
  let reached: number | null = null;
  /** Timestamp since which there is video without audio. */
  let videoAloneSince: number | null = null;
  /** Rounded milliseconds would add up to a drift. */
  let from = 0;
  let sent = 0;

  const frameMs = () => (SAMPLES * 1000) / format.rate;
  const nextAt = () => (from + Math.round(sent * frameMs())) >>> 0;

  const message = (timestamp: number, body: Buffer): Message => ({
    type: messageType.audio,
    timestamp,
    streamId: STREAM_ID,
    body,
  });

  return {
    isOn: () => isOn,
    before({ timestamp }) {
      videoAloneSince ??= reached ?? timestamp;
      const waited = (timestamp - videoAloneSince) | 0;
      if (!isOn && (waited < TIMEOUT_MS || !isWanted())) return [];
      const out: Message[] = [];
      if (!isOn) {
        isOn = true;
        format = readAacFormat(header) ?? format;
        from = waited > limit('rtmpSilence') ? timestamp : videoAloneSince;
        sent = reached === null ? 0 : 1;
        out.push(message(nextAt(), header));
      }
      const frame = Buffer.concat([Buffer.from([AAC, 1]), FRAMES[format.channels] ?? Buffer.alloc(0)]);
      if (((timestamp - nextAt()) | 0) > limit('rtmpSilence')) [from, sent] = [timestamp, 0];
      for (; ((timestamp - nextAt()) | 0) >= 0; sent += 1) out.push(message(nextAt(), frame));
      return out;
    },
    admits({ timestamp }) {
      if (isOn && ((timestamp - nextAt()) | 0) < 0) return false;
      isOn = false;
      videoAloneSince = null;
      reached = timestamp;
      return true;
    },
    learn(next) {
      if (readAacFormat(next) !== null) header = Buffer.from(next);
      else header = DEFAULT_HEADER;
    },
    forgetTime() {
      reached = null;
      videoAloneSince = null;
      isOn = false;
    },
  };
}

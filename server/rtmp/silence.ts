import { limit } from '../util/limits.ts';
import { type Message, messageType } from './chunks.ts';
import { STREAM_ID } from './replies.ts';

/** Silent frames of AAC-LC by their number of channels; they are the same at every sample rate. */
const FRAMES: Readonly<Record<number, Buffer>> = {
  1: Buffer.from('00c800802380', 'hex'),
  2: Buffer.from('210049900219002380', 'hex'),
};
const SAMPLES = 1024;
const RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350];
const AAC_LC = 2;
const AAC = 0xaf;

/** AAC-LC, stereo, 44100 Hz. */
const USUAL_HEADER = Buffer.from([AAC, 0, 0x12, 0x10]);

interface AacFormat {
  readonly rate: number;
  readonly channels: number;
}

/** Reads a header of AAC as RTMP carries it; null: it is none of AAC-LC in mono or stereo. */
export function readAacFormat(header: Buffer): AacFormat | null {
  const [tag = 0, kind, first = 0, second = 0] = header;
  if (tag >> 4 !== AAC >> 4 || kind !== 0 || first >> 3 !== AAC_LC) return null;
  const rate = RATES[((first & 7) << 1) | (second >> 7)];
  const channels = (second >> 3) & 15;
  return rate === undefined || FRAMES[channels] === undefined ? null : { rate, channels };
}

/** Audio that is late by less is on its way. */
const PATIENCE_MS = 1_500;

export interface Silence {
  /** Whether it is sent now. */
  isOn(): boolean;
  /** What goes out before a frame of video; the first of them is the header. */
  before(video: Message): Message[];
  /** Audio of the publisher: false if silence has been sent for its time already. */
  admits(audio: Message): boolean;
  /** A header of the publisher, which silence is made for as far as it can be. */
  learn(header: Buffer): void;
  /** Timestamps go on from anywhere. */
  forgetTime(): void;
}

/** Silence in place of the audio that a channel's process expects: it would end without, and the picture with it. */
export function createSilence(isWanted: () => boolean, known: Buffer | null): Silence {
  let header = known !== null && readAacFormat(known) !== null ? known : USUAL_HEADER;
  let format = readAacFormat(header) ?? { rate: 44_100, channels: 2 };
  let isOn = false;
  /** Where the audio has got to; null: none has come. */
  let reached: number | null = null;
  /** Since when there is video without audio. */
  let alone: number | null = null;
  /** Fractions of milliseconds would add up. */
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
      alone ??= reached ?? timestamp;
      const waited = (timestamp - alone) | 0;
      if (!isOn && (waited < PATIENCE_MS || !isWanted())) return [];
      const out: Message[] = [];
      if (!isOn) {
        isOn = true;
        format = readAacFormat(header) ?? format;
        from = waited > limit('rtmpSilence') ? timestamp : alone;
        sent = reached === null ? 0 : 1;
        out.push(message(nextAt(), header));
      }
      const frame = Buffer.concat([Buffer.from([AAC, 1]), FRAMES[format.channels] ?? Buffer.alloc(0)]);
      // A video clock that leaps is no reason to send hours of silence.
      if (((timestamp - nextAt()) | 0) > limit('rtmpSilence')) [from, sent] = [timestamp, 0];
      for (; ((timestamp - nextAt()) | 0) >= 0; sent += 1) out.push(message(nextAt(), frame));
      return out;
    },
    admits({ timestamp }) {
      if (isOn && ((timestamp - nextAt()) | 0) < 0) return false;
      isOn = false;
      alone = null;
      reached = timestamp;
      return true;
    },
    learn(next) {
      if (readAacFormat(next) !== null) header = Buffer.from(next);
      else header = USUAL_HEADER;
    },
    forgetTime() {
      reached = null;
      alone = null;
      isOn = false;
    },
  };
}

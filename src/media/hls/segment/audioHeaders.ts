import { bitsOf } from './bits.ts';

export interface AudioHeader {
  rate: number;
  channels: number;
  profile: string | null;
  frames: number;
  samples: number;
}

const RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350];
const OBJECTS: Readonly<Record<number, string>> = { 1: 'Main', 2: 'LC', 5: 'HE', 29: 'HE v2' };
const channelsOf = (config: number) => (config === 7 ? 8 : config);

/** AAC with ADTS headers, possibly truncated. */
export function parseAdts(bytes: Uint8Array): AudioHeader | null {
  let found: AudioHeader | null = null;
  let at = 0;
  while (at + 7 <= bytes.length) {
    if (bytes[at] !== 0xff || ((bytes[at + 1] ?? 0) & 0xf6) !== 0xf0) {
      at += 1;
      continue;
    }
    const [two = 0, three = 0, four = 0, five = 0] = bytes.subarray(at + 2, at + 6);
    const rate = RATES[(two >> 2) & 15];
    const length = ((three & 3) << 11) | (four << 3) | (five >> 5);
    if (rate === undefined || length < 7) {
      at += 1;
      continue;
    }
    const channels = channelsOf(((two & 1) << 2) | (three >> 6));
    found ??= { rate, channels, profile: OBJECTS[(two >> 6) + 1] ?? null, frames: 0, samples: 1024 };
    found.frames += 1;
    at += length;
  }
  return found;
}

export function parseAacConfig(bytes: Uint8Array): Omit<AudioHeader, 'frames'> | null {
  const bits = bitsOf(bytes);
  const object = bits.u(5);
  const index = bits.u(4);
  const rate = index === 15 ? bits.u(24) : RATES[index];
  const channels = channelsOf(bits.u(4));
  if (bits.ended() || rate === undefined || rate === 0 || channels > 8) return null;
  return { rate, channels, profile: OBJECTS[object] ?? null, samples: 1024 };
}

const MPEG_RATES = [44_100, 48_000, 32_000];
/** kbit/s of layer III, by index, for MPEG 1 and for lower sample rates. */
const LAYER3 = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;

export function parseMp3(bytes: Uint8Array): AudioHeader | null {
  let found: AudioHeader | null = null;
  let at = 0;
  while (at + 4 <= bytes.length) {
    const [zero = 0, one = 0, two = 0, three = 0] = bytes.subarray(at, at + 4);
    const version = (one >> 3) & 3; // 3: MPEG 1, 2: MPEG 2, 0: MPEG 2.5
    const base = MPEG_RATES[(two >> 2) & 3];
    const isFrame = zero === 0xff && (one & 0xe0) === 0xe0 && version !== 1 && ((one >> 1) & 3) === 1;
    const kbit = LAYER3[version === 3 ? 0 : 1][two >> 4] ?? 0;
    if (!isFrame || base === undefined || kbit === 0) {
      at += 1;
      continue;
    }
    const rate = version === 3 ? base : version === 2 ? base / 2 : base / 4;
    const samples = version === 3 ? 1152 : 576;
    found ??= { rate, channels: three >> 6 === 3 ? 1 : 2, profile: null, frames: 0, samples };
    found.frames += 1;
    at += Math.floor(((samples / 8) * kbit * 1000) / rate) + ((two >> 1) & 1);
  }
  return found;
}

export const isLayer2 = ([zero = 0, one = 0]: Uint8Array): boolean => zero === 0xff && (one & 0xe6) === 0xe4;

import { type Bits, bitsOf } from './bits.ts';

/** Annex B, without start codes. */
export function nalUnitsIn(bytes: Uint8Array): Uint8Array[] {
  const units: Uint8Array[] = [];
  let from = -1;
  for (let i = 0; i + 2 < bytes.length; i += 1) {
    if (bytes[i] !== 0 || bytes[i + 1] !== 0 || bytes[i + 2] !== 1) continue;
    if (from >= 0) units.push(bytes.subarray(from, i));
    from = i + 3;
    i += 2;
  }
  if (from >= 0) units.push(bytes.subarray(from));
  return units;
}

const LONGEST_SET = 1024;

/** Removes emulation prevention bytes. */
function payloadOf(unit: Uint8Array): Uint8Array {
  const payload: number[] = [];
  let zeros = 0;
  for (const byte of unit.subarray(0, LONGEST_SET)) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    payload.push(byte);
  }
  return Uint8Array.from(payload);
}

export interface Pictures {
  width: number;
  height: number;
  profile: string | null;
  level: string | null;
  statedFps: number | null;
}

const LARGEST = 16_384;
const isSize = (pixels: number) => pixels > 0 && pixels <= LARGEST;

const H264_PROFILES: Readonly<Record<number, string>> = {
  66: 'Baseline',
  77: 'Main',
  88: 'Extended',
  100: 'High',
  110: 'High 10',
  122: 'High 4:2:2',
  244: 'High 4:4:4',
};
/** Profiles with color fields and optional scaling lists. */
const HIGH = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135];

/** Expects the header of one byte. */
export function parseH264Set(unit: Uint8Array): Pictures | null {
  const bits = bitsOf(payloadOf(unit.subarray(1)));
  const profile = bits.u(8);
  const constraints = bits.u(8);
  const level = bits.u(8);
  bits.ue(); // id
  const chroma = HIGH.includes(profile) ? highPart(bits) : 1;
  bits.ue(); // size of frame numbers
  orderPart(bits);
  bits.ue(); // reference frames
  bits.skip(1); // gaps
  const columns = bits.ue() + 1;
  const rows = bits.ue() + 1;
  const frames = bits.u(1);
  bits.skip(frames === 1 ? 1 : 2);
  const [left, right, top, bottom] = cropOf(bits);
  const across = chroma === 1 || chroma === 2 ? 2 : 1;
  const down = (chroma === 1 ? 2 : 1) * (2 - frames);
  const width = columns * 16 - across * (left + right);
  const height = rows * 16 * (2 - frames) - down * (top + bottom);
  if (bits.ended() || !isSize(width) || !isSize(height)) return null;
  const constrained = profile === 66 && (constraints & 0x40) !== 0 ? 'Constrained ' : '';
  const name = H264_PROFILES[profile];
  return {
    width,
    height,
    profile: name === undefined ? null : constrained + name,
    level: level === 0 ? null : level === 9 ? '1b' : (level / 10).toFixed(1),
    statedFps: bits.u(1) === 1 ? rateOf(bits) : null,
  };
}

function highPart(bits: Bits): number {
  const chroma = bits.ue();
  if (chroma === 3) bits.skip(1);
  bits.ue();
  bits.ue();
  bits.skip(1);
  if (bits.u(1) === 1) {
    for (let list = 0; list < (chroma === 3 ? 12 : 8); list += 1)
      if (bits.u(1) === 1) scaling(bits, list < 6 ? 16 : 64);
  }
  return chroma;
}

/** Skips a scaling list: each value is a difference, until one is 0. */
function scaling(bits: Bits, size: number) {
  let [last, next] = [8, 8];
  for (let i = 0; i < size && next !== 0; i += 1) {
    const step = bits.ue();
    next = (((last + (step % 2 === 1 ? (step + 1) / 2 : -step / 2)) % 256) + 256) % 256;
    last = next === 0 ? last : next;
  }
}

const MOST_CYCLES = 255;

function orderPart(bits: Bits) {
  const type = bits.ue();
  if (type === 0) bits.ue();
  if (type !== 1) return;
  bits.skip(1);
  bits.ue();
  bits.ue();
  const cycles = Math.min(bits.ue(), MOST_CYCLES);
  for (let i = 0; i < cycles; i += 1) bits.ue();
}

function cropOf(bits: Bits): [number, number, number, number] {
  return bits.u(1) === 1 ? [bits.ue(), bits.ue(), bits.ue(), bits.ue()] : [0, 0, 0, 0];
}

/** Two ticks are one frame. */
function rateOf(bits: Bits): number | null {
  if (bits.u(1) === 1 && bits.u(8) === 255) bits.skip(32); // shape of the pixels
  if (bits.u(1) === 1) bits.skip(1); // overscan
  if (bits.u(1) === 1) {
    bits.skip(4);
    if (bits.u(1) === 1) bits.skip(24);
  }
  if (bits.u(1) === 1) {
    bits.ue();
    bits.ue();
  }
  if (bits.u(1) === 0) return null;
  const ticks = bits.u(32);
  const scale = bits.u(32);
  const fps = scale / (2 * ticks);
  return bits.ended() || !(fps >= 0.1 && fps <= 1000) ? null : fps;
}

const HEVC_PROFILES: Readonly<Record<number, string>> = { 1: 'Main', 2: 'Main 10', 4: 'Range extensions' };

/** Expects the header of two bytes. */
export function parseHevcSet(unit: Uint8Array): Pictures | null {
  const bits = bitsOf(payloadOf(unit.subarray(2)));
  bits.skip(4);
  const layers = bits.u(3);
  bits.skip(1 + 2 + 1);
  const profile = bits.u(5);
  bits.skip(32 + 48);
  const level = bits.u(8);
  const flags = Array.from({ length: layers }, () => [bits.u(1), bits.u(1)] as const);
  if (layers > 0) bits.skip((8 - layers) * 2);
  for (const [hasProfile, hasLevel] of flags) bits.skip((hasProfile === 1 ? 88 : 0) + (hasLevel === 1 ? 8 : 0));
  bits.ue(); // id
  const chroma = bits.ue();
  if (chroma === 3) bits.skip(1);
  const [columns, rows] = [bits.ue(), bits.ue()];
  const [left, right, top, bottom] = cropOf(bits);
  const width = columns - (chroma === 1 || chroma === 2 ? 2 : 1) * (left + right);
  const height = rows - (chroma === 1 ? 2 : 1) * (top + bottom);
  if (bits.ended() || !isSize(width) || !isSize(height)) return null;
  return {
    width,
    height,
    profile: HEVC_PROFILES[profile] ?? null,
    level: level === 0 ? null : (level / 30).toFixed(1),
    statedFps: null,
  };
}

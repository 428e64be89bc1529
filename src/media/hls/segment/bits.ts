/** Reads bits from the front. Past the end, bits read as 0 and `ended` is true. */
export interface Bits {
  u(bits: number): number;
  /** Exp-Golomb. */
  ue(): number;
  skip(bits: number): void;
  ended(): boolean;
}

export function bitsOf(bytes: Uint8Array): Bits {
  const end = bytes.length * 8;
  let at = 0;
  const bit = () => {
    const found = ((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
    at += 1;
    return found;
  };
  const u = (bits: number) => {
    let value = 0;
    for (let i = 0; i < bits; i += 1) value = value * 2 + bit();
    return value;
  };
  return {
    u,
    ue() {
      let zeros = 0;
      while (zeros < 32 && at < end && bit() === 0) zeros += 1;
      return 2 ** zeros - 1 + u(zeros);
    },
    skip: (bits) => {
      at += bits;
    },
    ended: () => at > end,
  };
}

/** Big-endian; 0 past the end. */
export const u16 = (bytes: Uint8Array, at: number) => (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
export const u32 = (bytes: Uint8Array, at: number) => u16(bytes, at) * 65_536 + u16(bytes, at + 2);
export const u64 = (bytes: Uint8Array, at: number) => u32(bytes, at) * 2 ** 32 + u32(bytes, at + 4);

export function joinBytes(pieces: readonly Uint8Array[], most = Number.POSITIVE_INFINITY): Uint8Array {
  const size = Math.min(
    pieces.reduce((sum, { length }) => sum + length, 0),
    most,
  );
  const joined = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    if (at >= size) break;
    joined.set(piece.subarray(0, size - at), at);
    at += piece.length;
  }
  return joined;
}

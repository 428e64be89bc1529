import { limit } from '../limits.ts';

/** The frames since the last keyframe, for players that come later. */
export interface Gop {
  /** Of its keyframe; null: there is none. */
  began(): number | null;
  begin(timestamp: number): void;
  add(chunks: Buffer): void;
  /** All of it, in few pieces. */
  together(): readonly Buffer[];
  forget(): void;
  /** The memory it uses. */
  bytes(): number;
}

/** Many small frames are one block, which costs less than an object for each. */
const BLOCK_BYTES = 64 * 1024;
const PIECE_BYTES = 128;

export function createGop(): Gop {
  let timestamp: number | null = null;
  let blocks: Buffer[] = [];
  let loose: Buffer[] = [];
  let looseBytes = 0;
  let bytes = 0;

  const pack = () => {
    if (loose.length === 0) return;
    const [only] = loose;
    blocks.push(loose.length === 1 && only !== undefined ? only : Buffer.concat(loose, looseBytes));
    loose = [];
    looseBytes = 0;
  };
  const reset = (from: number | null) => {
    timestamp = from;
    blocks = [];
    loose = [];
    looseBytes = 0;
    bytes = 0;
  };

  return {
    began: () => timestamp,
    begin: reset,
    add(chunks) {
      if (timestamp === null) return;
      loose.push(chunks);
      looseBytes += chunks.length;
      bytes += chunks.length;
      // A longer group of pictures is not kept: players then wait for the next keyframe.
      if (bytes > limit('rtmpGop')) reset(null);
      else if (looseBytes >= BLOCK_BYTES) pack();
    },
    together() {
      pack();
      return blocks;
    },
    forget: () => reset(null),
    bytes: () => bytes + loose.length * PIECE_BYTES,
  };
}

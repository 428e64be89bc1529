import { Transform } from 'node:stream';
import { ApiError } from '../apiError.ts';
import { limit } from '../limits.ts';

const BLOCK_BYTES = 64 * 1024;
/** Smaller ones are copied together: each has a price of its own for as long as it is kept. */
const SMALL_BYTES = 4 * 1024;

/** A short body may come letter by letter. */
const FREE_PIECES = 1000;

/** Each piece takes some work, however small it is: nobody sends a long body in pieces like that to be understood. */
export const isTooFine = (pieces: number, bytes: number, leastBytes = limit('bodyPiece')): boolean =>
  pieces > FREE_PIECES + bytes / leastBytes;

export const tooFine = (): ApiError => new ApiError(400, 'Bad Request', ['the body comes in too many pieces']);

/** Passes bytes on in pieces of some size: a body sent letter by letter would take a hundred times its own memory. Ends with an error when they are far too small. */
export function gatherPieces(): Transform {
  let block: Buffer | null = null;
  let filled = 0;
  let pieces = 0;
  let bytes = 0;
  const takeBlock = (): Buffer | null => {
    const full = block === null || filled === 0 ? null : block.subarray(0, filled);
    block = null;
    filled = 0;
    return full;
  };
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      pieces += 1;
      bytes += piece.length;
      if (isTooFine(pieces, bytes)) return done(tooFine());
      if (piece.length >= SMALL_BYTES || filled + piece.length > BLOCK_BYTES) {
        const before = takeBlock();
        if (before !== null) this.push(before);
      }
      if (piece.length >= SMALL_BYTES) return done(null, piece);
      block ??= Buffer.allocUnsafeSlow(BLOCK_BYTES);
      filled += piece.copy(block, filled);
      done();
    },
    flush(done) {
      const rest = takeBlock();
      done(null, rest === null || rest.length > BLOCK_BYTES / 2 ? rest : Buffer.from(rest));
    },
  });
}

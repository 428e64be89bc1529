import { IncomingMessage } from 'node:http';
import { limit } from '../limits.ts';

const BLOCK_BYTES = 64 * 1024;
/** Smaller ones are put together: each has a price of its own for as long as it is kept. */
const SMALL_BYTES = 4 * 1024;
/** A short body may come letter by letter. */
const FREE_PIECES = 1000;

/** Each piece takes some work, however small it is: no honest client sends a long body like that. */
export const isTooFine = (pieces: number, bytes: number, leastBytes = limit('bodyPiece')): boolean =>
  pieces > FREE_PIECES + bytes / leastBytes;

/**
 * A request whose body comes in pieces of some size, whoever reads it and however long it has to wait to be read. Node
 * makes a piece of every chunk, and keeps each with a hundred times its bytes.
 */
export class GatheredMessage extends IncomingMessage {
  #block: Buffer | null = null;
  #filled = 0;
  #pieces = 0;
  #bytes = 0;
  #flushing: NodeJS.Immediate | null = null;

  override push(piece: unknown, encoding?: BufferEncoding): boolean {
    if (!Buffer.isBuffer(piece)) {
      this.#flush();
      return super.push(piece, encoding);
    }
    this.#pieces += 1;
    this.#bytes += piece.length;
    if (isTooFine(this.#pieces, this.#bytes)) {
      this.#block = null;
      this.socket.destroy();
      return false;
    }
    if (piece.length >= SMALL_BYTES || this.#filled + piece.length > BLOCK_BYTES) this.#flush();
    if (piece.length >= SMALL_BYTES) return super.push(piece);
    this.#add(piece);
    // Whoever reads is told once, when all of what came together is there.
    this.#flushing ??= setImmediate(() => this.#flush());
    return this.readableLength + this.#filled < this.readableHighWaterMark;
  }

  #add(piece: Buffer): void {
    if (this.#block === null) {
      // Mostly it is the only one.
      this.#block = piece;
    } else {
      const room = this.#filled + piece.length;
      if (room > this.#block.length) {
        const larger = Buffer.allocUnsafeSlow(Math.min(BLOCK_BYTES, Math.max(room, this.#filled * 2, 1024)));
        this.#block.copy(larger, 0, 0, this.#filled);
        this.#block = larger;
      }
      piece.copy(this.#block, this.#filled);
    }
    this.#filled += piece.length;
  }

  #flush(): void {
    if (this.#flushing !== null) clearImmediate(this.#flushing);
    this.#flushing = null;
    const block = this.#block;
    if (block === null) return;
    const filled = this.#filled;
    this.#block = null;
    this.#filled = 0;
    super.push(block.subarray(0, filled));
  }
}

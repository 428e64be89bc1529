import { IncomingMessage } from 'node:http';
import { limit } from '../../util/limits.ts';

const BLOCK_BYTES = 64 * 1024;
const SMALL_BYTES = 4 * 1024;
/** A short body may arrive in any chunks. */
const FREE_PIECES = 1000;

/** Each chunk takes some work, and no honest client sends a long body in tiny ones. */
export const isTooFine = (pieces: number, bytes: number, leastBytes = limit('bodyPiece')): boolean =>
  pieces > FREE_PIECES + bytes / leastBytes;

/** Joins small body chunks: Node keeps each chunk with a hundred times its bytes. */
export class CoalescingRequest extends IncomingMessage {
  #gathering: ChunkBuffer | null = null;

  override push(piece: unknown, encoding?: BufferEncoding): boolean {
    if (!Buffer.isBuffer(piece)) {
      this.#flush();
      return super.push(piece, encoding);
    }
    this.#gathering ??= { block: null, filled: 0, pieces: 0, bytes: 0, flushing: null };
    const gathering = this.#gathering;
    gathering.pieces += 1;
    gathering.bytes += piece.length;
    if (isTooFine(gathering.pieces, gathering.bytes)) {
      gathering.block = null;
      this.socket.destroy();
      return false;
    }
    if (piece.length >= SMALL_BYTES || gathering.filled + piece.length > BLOCK_BYTES) this.#flush();
    if (piece.length >= SMALL_BYTES) return super.push(piece);
    add(gathering, piece);
    gathering.flushing ??= setImmediate(() => this.#flush());
    return this.readableLength + gathering.filled < this.readableHighWaterMark;
  }

  #flush(): void {
    const gathering = this.#gathering;
    if (gathering === null) return;
    if (gathering.flushing !== null) clearImmediate(gathering.flushing);
    gathering.flushing = null;
    const { block, filled } = gathering;
    if (block === null) return;
    gathering.block = null;
    gathering.filled = 0;
    super.push(block.subarray(0, filled));
  }
}

interface ChunkBuffer {
  block: Buffer | null;
  filled: number;
  pieces: number;
  bytes: number;
  flushing: NodeJS.Immediate | null;
}

function add(gathering: ChunkBuffer, piece: Buffer): void {
  if (gathering.block === null) {
    gathering.block = piece;
  } else {
    const room = gathering.filled + piece.length;
    if (room > gathering.block.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(BLOCK_BYTES, Math.max(room, gathering.filled * 2, 1024)));
      gathering.block.copy(larger, 0, 0, gathering.filled);
      gathering.block = larger;
    }
    piece.copy(gathering.block, gathering.filled);
  }
  gathering.filled += piece.length;
}

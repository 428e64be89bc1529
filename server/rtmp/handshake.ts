import { randomBytes } from 'node:crypto';
import { RtmpError } from './error.ts';

const VERSION = 3;
const PART_BYTES = 1536;
const ALL_BYTES = 1 + 2 * PART_BYTES;

export interface Handshake {
  /** Answers what is to be sent, and once the handshake is complete the bytes that came after it. */
  read(data: Buffer): { send: Buffer | null; rest: Buffer | null };
}

/**
 * The plain handshake: version, then our random part and an echo of theirs. The signed variant was Flash Player's;
 * no encoder or player of today insists on it.
 */
export function createHandshake(): Handshake {
  // A copy: what a socket has read can be large, and a peer may send it byte by byte.
  let held: Buffer = Buffer.alloc(0);
  let received = 0;
  let answered = false;
  return {
    read(data) {
      if (data.length > 0 && received === 0) {
        if (data[0] !== VERSION) throw new RtmpError('not RTMP');
        held = Buffer.allocUnsafeSlow(1 + PART_BYTES);
      }
      data.copy(held, received);
      const taken = Math.min(data.length, ALL_BYTES - received);
      received += taken;
      let send: Buffer | null = null;
      if (!answered && received >= 1 + PART_BYTES) {
        answered = true;
        // Eight zero bytes (time and version) say: no signature in here.
        const own = Buffer.concat([Buffer.alloc(8), randomBytes(PART_BYTES - 8)]);
        send = Buffer.concat([Buffer.from([VERSION]), own, held.subarray(1)]);
        held = Buffer.alloc(0);
      }
      return { send, rest: received >= ALL_BYTES ? data.subarray(taken) : null };
    },
  };
}

import { randomBytes } from 'node:crypto';
import { RtmpError } from './error.ts';

const VERSION = 3;
const PART_BYTES = 1536;

export interface Handshake {
  /** Answers what is to be sent, and once the handshake is complete the bytes that came after it. */
  read(data: Buffer): { send: Buffer | null; rest: Buffer | null };
}

/**
 * The plain handshake: version, then our random part and an echo of theirs. The signed variant was Flash Player's;
 * no encoder or player of today insists on it.
 */
export function createHandshake(): Handshake {
  let held: Buffer = Buffer.alloc(0);
  let answered = false;
  return {
    read(data) {
      held = held.length === 0 ? data : Buffer.concat([held, data]);
      if (held.length > 0 && held[0] !== VERSION) throw new RtmpError('not RTMP');
      let send: Buffer | null = null;
      if (!answered && held.length >= 1 + PART_BYTES) {
        answered = true;
        // Eight zero bytes (time and version) say: no signature in here.
        const own = Buffer.concat([Buffer.alloc(8), randomBytes(PART_BYTES - 8)]);
        send = Buffer.concat([Buffer.from([VERSION]), own, held.subarray(1, 1 + PART_BYTES)]);
      }
      const complete = 1 + 2 * PART_BYTES;
      return { send, rest: held.length >= complete ? held.subarray(complete) : null };
    },
  };
}

import { createChunkReader, messageType } from '../../../server/rtmp/chunks.ts';
import { limit } from '../../../server/util/limits.ts';
import type { OpenServer } from '../../streams/listenOnLoopback.ts';
import { refusingRtmpReceiver } from '../../streams/refusingRtmpReceiver.ts';

export interface RtmpReceiver extends OpenServer {
  /** How often somebody has begun to publish. */
  sessions(): number;
  /** The longest time without a byte since the first one, until now (ms). */
  longestGapMs(): number;
  /** Of each session the timestamps (ms) of its pictures. */
  pictures(): readonly (readonly number[])[];
}

/** The second byte of a video message of AVC that holds what decodes the pictures, and no picture. */
const HEADER = 0;

/** Takes whatever is published below `/takes`, and notes how steadily it comes. */
export async function rtmpReceiver(port?: number): Promise<RtmpReceiver> {
  const pictures: number[][] = [];
  let heardAt: number | null = null;
  let longest = 0;
  const gap = () => (heardAt === null ? 0 : Math.max(longest, Date.now() - heardAt));
  const server = await refusingRtmpReceiver(port, () => {
    const chunks = createChunkReader(limit('rtmpPublisher'));
    let session: number[] | null = null;
    return {
      begun() {
        session = [];
        pictures.push(session);
      },
      bytes(part) {
        const messages = chunks.read(part);
        if (session === null) return;
        longest = gap();
        heardAt = Date.now();
        for (const { type, body, timestamp } of messages)
          if (type === messageType.video && body[1] !== HEADER) session.push(timestamp);
      },
    };
  });
  return {
    host: server.host,
    sessions: () => pictures.length,
    longestGapMs: gap,
    pictures: () => pictures,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

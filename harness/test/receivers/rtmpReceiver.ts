import { createChunkReader, messageType } from '../../../server/rtmp/chunks.ts';
import { limit } from '../../../server/util/limits.ts';
import type { OpenServer } from '../../streams/listenOnLoopback.ts';
import { refusingRtmpReceiver } from '../../streams/refusingRtmpReceiver.ts';

export interface RtmpReceiver extends OpenServer {
  sessions(): number;
  /** Longest time without data since the first byte, in ms. */
  longestGapMs(): number;
  /** Timestamps of the frames in ms by session. */
  pictures(): readonly (readonly number[])[];
  /** The last frames from a keyframe on, as an FLV file. */
  latest(): Buffer;
}

const FLV_HEADER = Buffer.from([0x46, 0x4c, 0x56, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0]);

function flvTag(type: number, body: Buffer, timestamp: number): Buffer {
  const head = Buffer.alloc(11);
  head[0] = type;
  head.writeUIntBE(body.length, 1, 3);
  head.writeUIntBE(timestamp & 0xffffff, 4, 3);
  head[7] = (timestamp >>> 24) & 0xff;
  const size = Buffer.alloc(4);
  size.writeUInt32BE(head.length + body.length);
  return Buffer.concat([head, body, size]);
}

const isKeyframe = ([first = 0]: Buffer) => first >> 4 === 1;

/** Packet type of an AVC sequence header, in the second byte of a video message. */
const HEADER = 0;

/** Accepts any stream below `/takes` and records its timing. */
export async function rtmpReceiver(port?: number): Promise<RtmpReceiver> {
  const pictures: number[][] = [];
  let latest: Buffer[] = [];
  let heardAt: number | null = null;
  let longest = 0;
  const gap = () => (heardAt === null ? 0 : Math.max(longest, Date.now() - heardAt));
  const server = await refusingRtmpReceiver(port, () => {
    const chunks = createChunkReader(limit('rtmpPublisher'));
    let header: Buffer = Buffer.alloc(0);
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
        for (const { type, body, timestamp } of messages) {
          if (type !== messageType.video) continue;
          const tag = flvTag(type, body, timestamp);
          if (body[1] === HEADER) {
            header = tag;
            continue;
          }
          session.push(timestamp);
          if (isKeyframe(body)) latest = [header];
          latest.push(tag);
        }
      },
    };
  });
  return {
    host: server.host,
    sessions: () => pictures.length,
    longestGapMs: gap,
    pictures: () => pictures,
    latest: () => Buffer.concat([FLV_HEADER, ...latest]),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

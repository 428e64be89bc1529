import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeAmf } from '../../server/rtmp/amf.ts';
import { messageType, writeChunks } from '../../server/rtmp/chunks.ts';

/** A message of an FLV file, as RTMP carries it. `time` in ms. */
export interface FlvTag {
  readonly type: number;
  readonly time: number;
  readonly body: Buffer;
}

export const isAudio = ({ type }: Pick<FlvTag, 'type'>): boolean => type === messageType.audio;

const FILE_HEADER = 13;
const TAG_HEADER = 11;
const TAG_TRAILER = 4;

/** Video and audio of a file; its metadata is left out. */
export function flvTags(file: Buffer): FlvTag[] {
  const tags: FlvTag[] = [];
  for (let at = FILE_HEADER; at + TAG_HEADER < file.length; ) {
    const size = file.readUIntBE(at + 1, 3);
    const time = file.readUIntBE(at + 4, 3) + (file[at + 7] ?? 0) * 2 ** 24;
    const type = file[at] ?? 0;
    const body = file.subarray(at + TAG_HEADER, at + TAG_HEADER + size);
    if (type === messageType.audio || type === messageType.video) tags.push({ type, time, body });
    at += TAG_HEADER + size + TAG_TRAILER;
  }
  return tags;
}

const FRAME_MS = 40;

/** One after the other, with a clock that goes on. */
export function joined(...parts: readonly (readonly FlvTag[])[]): FlvTag[] {
  let from = 0;
  return parts.flatMap((part) => {
    const placed = part.map((tag) => ({ ...tag, time: tag.time + from }));
    from = Math.max(from, ...placed.map(({ time }) => time)) + FRAME_MS;
    return placed;
  });
}

export interface FlvPush extends AsyncDisposable {
  /** Resolves when all is sent; rejects where the server ends it before. */
  readonly done: Promise<void>;
}

const CHUNK_BYTES = 4096;

/**
 * Publishes messages as they are over one connection and in real time: ffmpeg would tidy up what encoders do. A clock
 * that goes back is sent as it is, and paced by what came before it.
 * @param address rtmp://host:port/app/name
 */
export function flvPush(address: string, tags: readonly FlvTag[]): FlvPush {
  const { hostname, port, pathname, search } = new URL(address.replace(/^rtmp:/, 'http:'));
  const path = pathname.split('/').filter((part) => part !== '');
  const name = (path.pop() ?? '') + search;
  const end = new AbortController();
  const socket = connect(Number(port), hostname);
  socket.resume();
  const gone = new Promise<never>((_, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the server has closed the connection')));
  });
  gone.catch(() => {});

  const message = ({ type, time, body }: FlvTag, chunkBytes: number, streamId = 1) =>
    writeChunks({ type, timestamp: time, streamId, body }, type === messageType.audio ? 4 : 6, chunkBytes);
  const command = (...values: Parameters<typeof encodeAmf>[0]) =>
    message({ type: messageType.command, time: 0, body: encodeAmf(values) }, 128, 0);

  const send = async () => {
    const chunkSize = Buffer.alloc(4);
    chunkSize.writeUInt32BE(CHUNK_BYTES);
    socket.write(
      Buffer.concat([
        Buffer.from([3]),
        Buffer.alloc(2 * 1536),
        command('connect', 1, { app: path.join('/'), tcUrl: address }),
        command('createStream', 2, null),
        command('publish', 3, null, name, 'live'),
        message({ type: messageType.setChunkSize, time: 0, body: chunkSize }, 128, 0),
      ]),
    );
    let began = Date.now();
    let last = tags[0]?.time ?? 0;
    began -= last;
    for (const tag of tags) {
      if (Math.abs(tag.time - last) > 1000) began += last - tag.time;
      last = tag.time;
      const early = tag.time - (Date.now() - began);
      if (early > 0) await sleep(early, undefined, { signal: end.signal });
      socket.write(message(tag, CHUNK_BYTES));
    }
  };
  const done = Promise.race([send(), gone]);
  done.catch(() => {});
  return {
    done,
    async [Symbol.asyncDispose]() {
      end.abort();
      socket.destroy();
      await done.catch(() => {});
    },
  };
}

import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const AUDIO = 8;
const VIDEO = 9;
const COMMAND = 20;
const SET_CHUNK_SIZE = 1;

/** A message of an FLV file, as RTMP carries it. `time` in ms. */
export interface FlvTag {
  readonly type: number;
  readonly time: number;
  readonly body: Buffer;
}

export const isAudio = ({ type }: Pick<FlvTag, 'type'>): boolean => type === AUDIO;

const FILE_HEADER = 13;
const TAG_HEADER = 11;
const TAG_TRAILER = 4;

export function flvTags(file: Buffer): FlvTag[] {
  const tags: FlvTag[] = [];
  for (let at = FILE_HEADER; at + TAG_HEADER < file.length; ) {
    const size = file.readUIntBE(at + 1, 3);
    const time = file.readUIntBE(at + 4, 3) + (file[at + 7] ?? 0) * 2 ** 24;
    const type = file[at] ?? 0;
    const body = file.subarray(at + TAG_HEADER, at + TAG_HEADER + size);
    if (type === AUDIO || type === VIDEO) tags.push({ type, time, body });
    at += TAG_HEADER + size + TAG_TRAILER;
  }
  return tags;
}

const FRAME_MS = 40;

/** Concatenates with a continuous clock. */
export function joinTags(...parts: readonly (readonly FlvTag[])[]): FlvTag[] {
  let from = 0;
  return parts.flatMap((part) => {
    const placed = part.map((tag) => ({ ...tag, time: tag.time + from }));
    from = Math.max(from, ...placed.map(({ time }) => time)) + FRAME_MS;
    return placed;
  });
}

export interface FlvPush extends AsyncDisposable {
  /** Resolves after everything was sent; rejects if the server disconnects. */
  readonly done: Promise<void>;
}

/** A larger step is a clock that was set. */
const LEAP_MS = 1000;
const CHUNK_BYTES = 4096;
const FIRST_CHUNK_BYTES = 128;
const LONGEST_TIME = 0xfffffe;

/** The first chunk has a full header, the others continue it. */
function chunksOf({ type, time, body }: FlvTag, chunkBytes = CHUNK_BYTES, streamId = 1): Buffer {
  const chunkStream = type === AUDIO ? 4 : type === VIDEO ? 6 : 3;
  const header = Buffer.alloc(12);
  header[0] = chunkStream;
  header.writeUIntBE(Math.min(time, LONGEST_TIME), 1, 3);
  header.writeUIntBE(body.length, 4, 3);
  header[7] = type;
  header.writeUInt32LE(streamId, 8);
  const parts = [header, body.subarray(0, chunkBytes)];
  for (let at = chunkBytes; at < body.length; at += chunkBytes) {
    parts.push(Buffer.from([0xc0 | chunkStream]), body.subarray(at, at + chunkBytes));
  }
  return Buffer.concat(parts);
}

const encodeName = (text: string) => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(text));
  return Buffer.concat([length, Buffer.from(text)]);
};
const NULL = Buffer.from([5]);
const text = (value: string) => Buffer.concat([Buffer.from([2]), encodeName(value)]);
const encodeNumber = (value: number) => {
  const bytes = Buffer.alloc(9);
  bytes.writeDoubleBE(value, 1);
  return bytes;
};
const object = (values: Readonly<Record<string, string>>) =>
  Buffer.concat([
    Buffer.from([3]),
    ...Object.entries(values).flatMap(([name, value]) => [encodeName(name), text(value)]),
    Buffer.from([0, 0, 9]),
  ]);
const command = (...values: readonly Buffer[]) =>
  chunksOf({ type: COMMAND, time: 0, body: Buffer.concat(values) }, FIRST_CHUNK_BYTES, 0);

/**
 * Publishes messages unchanged in real time, while ffmpeg would repair what encoders do.
 * @param address rtmp://host:port/app/name
 */
export function flvPush(address: string, tags: Iterable<FlvTag>): FlvPush {
  const { hostname, port, pathname, search } = new URL(address.replace(/^rtmp:/, 'http:'));
  const path = pathname.split('/').filter((part) => part !== '');
  const name = (path.pop() ?? '') + search;
  const end = new AbortController();
  const socket = connect(Number(port), hostname);
  socket.resume();
  const disconnected = new Promise<never>((_, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the server has closed the connection')));
  });
  disconnected.catch(() => {});

  const send = async () => {
    const chunkSize = Buffer.alloc(4);
    chunkSize.writeUInt32BE(CHUNK_BYTES);
    socket.write(
      Buffer.concat([
        Buffer.from([3]),
        Buffer.alloc(2 * 1536),
        command(text('connect'), encodeNumber(1), object({ app: path.join('/'), tcUrl: address })),
        command(text('createStream'), encodeNumber(2), NULL),
        command(text('publish'), encodeNumber(3), NULL, text(name), text('live')),
        chunksOf({ type: SET_CHUNK_SIZE, time: 0, body: chunkSize }, FIRST_CHUNK_BYTES, 0),
      ]),
    );
    let startedAt = Date.now();
    let last: number | null = null;
    for (const tag of tags) {
      if (last === null || Math.abs(tag.time - last) > LEAP_MS) startedAt += (last ?? 0) - tag.time;
      last = tag.time;
      const waitMs = tag.time - (Date.now() - startedAt);
      if (waitMs > 0) await sleep(waitMs, undefined, { signal: end.signal });
      socket.write(chunksOf(tag));
    }
  };
  const done = Promise.race([send(), disconnected]);
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

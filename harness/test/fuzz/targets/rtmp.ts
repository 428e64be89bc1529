import { parseStreamId } from '../../../../server/srt/streamId.ts';
import {
  type Amf,
  amfBytes,
  amfValues,
  isRtmpError,
  rtmpAccess,
  rtmpChunks,
  rtmpCommand,
  rtmpHandshake,
  rtmpMedia,
  rtmpMessages,
} from '../coreParserAdapters.ts';
import { bytes, choice, hex, list, record, text, whole } from '../kinds.ts';
import { must, mustEqual, unless } from '../must.ts';
import { target } from '../target.ts';
import { connect, connectionExample, metadata, publish } from './rtmpExamples.ts';

const MOST = 64 * 1024;

function cut(all: Buffer, places: readonly number[]): Buffer[] {
  const sorted = [...places.filter((place) => place < all.length), all.length].sort((a, b) => a - b);
  return sorted.map((to, i) => all.subarray(sorted[i - 1] ?? 0, to));
}

const outcome = (found: ReturnType<typeof rtmpMessages>) => [
  found.messages.map(({ type, timestamp, streamId, body }) => [type, timestamp, streamId, body.toString('hex')]),
  found.error === null,
];

const chunks = target({
  name: 'rtmp: chunks, cut anywhere',
  reads: ['server/rtmp/chunks.ts'],
  kind: record<{ all: Buffer; places: readonly number[] }>({ all: bytes, places: list(whole(4096), [1, 13, 128]) }),
  examples: [
    { all: connectionExample, places: [1, 12, 130] },
    { all: hex('02000000000004010000000000001000'), places: [] },
    { all: hex('c3'), places: [] },
    { all: hex('03ffffff0000051400000000010000000102030405'), places: [14] },
  ],
  bounds: { output: 400 },
  run({ all, places }) {
    const whole = rtmpMessages([all], MOST);
    const pieces = rtmpMessages(cut(all, places), MOST);
    for (const { error } of [whole, pieces]) if (error !== null && !isRtmpError(error)) throw error;
    // An error in a piece drops the messages before it, so only complete input is compared.
    if (whole.error === null) mustEqual(outcome(whole), outcome(pieces), 'the cuts make a difference');
    else must(pieces.error !== null, 'refused in one piece, and taken in several');
    for (const { type, timestamp, streamId, body } of pieces.messages) {
      must(type >= 0 && type < 256, `type ${type}`);
      must(Number.isInteger(timestamp) && timestamp >= 0 && timestamp < 2 ** 32, `timestamp ${timestamp}`);
      must(Number.isInteger(streamId) && streamId >= 0 && streamId < 2 ** 32, `stream ${streamId}`);
      must(body.length <= MOST, `a body of ${body.length}`);
      rtmpMedia({ type, timestamp, streamId, body });
    }
    const bodies = pieces.messages.reduce((sum, { body }) => sum + body.length, 0);
    must(bodies <= all.length, () => `${bodies} bytes come of ${all.length}`);
    return pieces.messages;
  },
  findings: [],
});

const written = target({
  name: 'rtmp: chunks that are written are read',
  reads: ['server/rtmp/chunks.ts'],
  kind: record<{
    body: Buffer;
    type: number;
    timestamp: number;
    streamId: number;
    chunk: number;
    on: number;
    cut: number;
  }>({
    body: bytes,
    type: choice([9, 8, 18, 20, 0, 255, 22]),
    timestamp: choice([0, 1, 0xfffffe, 0xffffff, 0x1000000, 2 ** 32 - 1]),
    streamId: choice([0, 1, 2 ** 32 - 1]),
    chunk: choice([128, 129, 4096, 65_536, 1_000_000]),
    on: choice([3, 4, 63]),
    cut: whole(9000),
  }),
  examples: [{ body: metadata, type: 18, timestamp: 0, streamId: 1, chunk: 128, on: 4, cut: 5 }],
  bounds: { growTo: 60_000 },
  run({ body, type, timestamp, streamId, chunk, on, cut: place }) {
    const message = { type, timestamp, streamId, body };
    const size = Buffer.alloc(4);
    size.writeUInt32BE(chunk);
    const announced = rtmpChunks({ type: 1, timestamp: 0, streamId: 0, body: size }, 2, 128);
    const all = Buffer.concat([announced, rtmpChunks(message, on, chunk), rtmpChunks(message, on, chunk)]);
    const { messages, error } = rtmpMessages(cut(all, [place]), MOST);
    if (error !== null) throw error;
    must(messages.length === 3, `${messages.length} messages`);
    for (const read of messages.slice(1)) {
      mustEqual({ ...read, body: '' }, { ...message, body: '' }, 'another header');
      must(read.body.equals(body), 'another body');
    }
    return messages.length;
  },
  findings: [],
});

const depthOf = (value: Amf): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).slice(0, 1000).map(depthOf))
    : 0;

const amf = target({
  name: 'rtmp: AMF values and commands',
  reads: ['server/rtmp/amf.ts', 'server/rtmp/serveConnection.ts'],
  kind: bytes,
  examples: [
    connect,
    publish,
    metadata,
    hex('0a0000000205020001610b42000000000000000000'),
    hex('10000161000162020001630000090c0000000161'),
  ],
  // A member takes four bytes on the wire and a map entry here.
  bounds: { isAnyNumber: true, output: 40, growTo: MOST },
  run(all) {
    const values = unless(isRtmpError, () => amfValues(all));
    const command = unless(isRtmpError, () => rtmpCommand({ type: 20, timestamp: 0, streamId: 0, body: all }));
    unless(isRtmpError, () => rtmpCommand({ type: 17, timestamp: 0, streamId: 0, body: all }));
    if (command !== null) {
      for (const word of [command.name, command.app, command.stream]) must(typeof word === 'string', 'a text is none');
      must(typeof command.transaction === 'number' && typeof command.objectEncoding === 'number', 'a number is none');
    }
    if (values === null) return null;
    must(depthOf(values) <= 12, 'nested deeper than a command is');
    // Invalid UTF-8 gets longer when it is encoded again, and a string is limited to 64 kB.
    if (all.length < 20_000) mustEqual(amfValues(amfBytes(values)), values, 'written and read again');
    return values;
  },
  findings: [],
});

const shake = 1 + 2 * 1536;
const handshake = target({
  name: 'rtmp: handshake, cut anywhere',
  share: 0.3,
  reads: ['server/rtmp/serveConnection.ts'],
  kind: record<{ more: Buffer; first: number; length: number; places: readonly number[] }>({
    more: bytes,
    first: choice([3, 0, 6, 255]),
    length: whole(shake),
    places: list(whole(5000), [1, 1536, 1537, 3073]),
  }),
  examples: [{ more: connect, first: 3, length: shake, places: [1537] }],
  bounds: { growTo: MOST },
  run({ more, first, length, places }) {
    const head = Buffer.alloc(length, 7);
    if (length > 0) head[0] = first;
    const all = Buffer.concat([head, more]);
    const fuzzTarget = rtmpHandshake();
    let [sent, rest]: [number, Buffer | null] = [0, null];
    for (const piece of cut(all, places)) {
      // Further bytes go to another parser.
      if (rest !== null) {
        rest = Buffer.concat([rest, piece]);
        continue;
      }
      const answer = unless(isRtmpError, () => fuzzTarget.read(piece));
      if (answer === null) {
        must(all[0] !== 3, 'a good one is refused');
        return 'refused';
      }
      sent += answer.send?.length ?? 0;
      rest = answer.rest;
    }
    must(sent === (all[0] === 3 && all.length >= 1537 ? shake : 0), `${sent} bytes are answered`);
    must((rest !== null) === (all.length >= shake && all[0] === 3), 'it ends at another place');
    must(rest === null || rest.equals(all.subarray(shake)), 'what comes after it is not what was sent');
    return rest?.length ?? null;
  },
  findings: [],
});

const word = text({ words: ['/', '?token=', 'secret', '&', 'live', 'token=secret', '..', '.stream', '%2f', '?'] });
const access = target({
  name: 'rtmp: app, stream and token',
  share: 0.3,
  reads: ['server/rtmp/access.ts'],
  kind: record<{ app: string; stream: string; token: string; under: string }>({
    app: word,
    stream: word,
    token: choice(['secret', '']),
    under: choice(['/live', '/', '/a/b']),
  }),
  examples: [
    { app: 'live', stream: 'x.stream?token=secret', token: 'secret', under: '/live' },
    { app: 'live/x/secret', stream: '', token: 'secret', under: '/live' },
    { app: '/a/b', stream: 'c', token: '', under: '/a/b' },
  ],
  bounds: { growTo: MOST },
  run({ app, stream, token, under }) {
    const found = rtmpAccess({ app, stream }, { app: under, token });
    if (found.status === 'refused') return found;
    const { channel } = found;
    const decoded = new URLSearchParams(`${app}&${stream}`.replaceAll('?', '&')).getAll('token');
    must(token === '' || `${app}/${stream}`.includes(token) || decoded.includes(token), 'let in without the token');
    must(channel.startsWith(under) && channel.length > under.length - 1, `${channel} is not below ${under}`);
    must(!channel.includes('//') && !channel.includes('?'), `${channel} is no name`);
    return found;
  },
  findings: [],
});

const srtRequests = target({
  name: 'srt: stream ids of callers',
  share: 0.3,
  reads: ['server/srt/streamId.ts'],
  kind: text({ words: [',mode:', ',token:', 'publish', 'request', '#!:', '#!::', 'r=', 'm=', 'token=', ','] }),
  examples: ['ch1,mode:publish,token:T', '#!::r=ch1,m=request', 'ch1'],
  bounds: { growTo: MOST },
  run(streamId) {
    const { name, mode, token } = parseStreamId(streamId);
    for (const part of [name, token]) must(streamId.includes(part), 'a part that nobody sent');
    must(mode === 'request' || streamId.includes(mode), 'a mode that nobody sent');
    return { name, mode, token };
  },
  findings: [],
});

export const rtmp = [chunks, written, amf, handshake, access, srtRequests];

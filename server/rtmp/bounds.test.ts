import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limit } from '../util/limits.ts';
import { createTokenBucket } from '../util/tokenBucket.ts';
import { decodeAmf, encodeAmf } from './amf.ts';
import { createChannel, createGop, type Player } from './channel.ts';
import { createChunkReader, messageType } from './chunks.ts';
import { createConnectionSlots } from './connectionSlots.ts';
import { createKeyframeWatch } from './mediaKind.ts';
import { createMemoryBudget } from './memoryBudget.ts';
import { type ServeDeps, serveConnection } from './serveConnection.ts';
import { chunkSizeOf, command, handshake, hello, keyframe, message, videoHeader } from './testing.ts';

const HUGE = 1024 * 1024 * 1024;
const reader = (max = HUGE) => {
  const opened = createChunkReader(max);
  opened.read(chunkSizeOf(0x7fffffff));
  return opened;
};
const startMessage = (type: number, length: number, bytes: number, chunkStream = 3) => {
  const head = Buffer.from([chunkStream, 0, 0, 0, 0, 0, 0, type, 1, 0, 0, 0]);
  head.writeUIntBE(length, 4, 3);
  return Buffer.concat([head, Buffer.alloc(bytes)]);
};

describe('RTMP messages', () => {
  it.each([
    ['command', messageType.command, limit('rtmpCommand')],
    ['command of AMF3', messageType.commandAmf3, limit('rtmpCommand')],
    ['metadata', messageType.data, limit('rtmpCommand')],
    ['metadata of AMF3', messageType.dataAmf3, limit('rtmpCommand')],
    ['control message', messageType.userControl, limit('rtmpControl')],
    ['chunk size', messageType.setChunkSize, limit('rtmpControl')],
    ['video', messageType.video, limit('rtmpFrame')],
    ['audio', messageType.audio, limit('rtmpFrame')],
    ['unknown', 99, limit('rtmpCommand')],
  ])('of type %s are limited in length', (_, type, max) => {
    expect(reader().read(startMessage(type, max, 1))).toEqual([]);
    expect(() => reader().read(startMessage(type, max + 1, 0))).toThrow('bytes');
  });

  it('reject empty chunks', () => {
    expect(() => reader().read(chunkSizeOf(limit('rtmpSmallestChunk')))).not.toThrow();
    expect(() => reader().read(chunkSizeOf(limit('rtmpSmallestChunk') - 1))).toThrow('chunk size');
  });

  it('count received bytes, not announced ones, up to a limit', () => {
    const reader = createChunkReader(HUGE);
    for (let at = 0; at < limit('rtmpUnfinished'); at += 1) {
      reader.read(startMessage(messageType.video, limit('rtmpFrame'), 128, 3 + at));
    }
    expect(reader.held()).toBeLessThanOrEqual(limit('rtmpUnfinished') * 1024);
    expect(() => reader.read(startMessage(messageType.video, 1000, 128, 60))).toThrow('unfinished');
  });

  it('of one publisher are limited in memory', () => {
    const frame = limit('rtmpFrame');
    const publisher = createChunkReader(limit('rtmpPublisher'));
    publisher.read(chunkSizeOf(frame - 1));
    const messagesThatFit = Math.floor(limit('rtmpPublisher') / frame);
    const picture = (chunkStream: number) => startMessage(messageType.video, frame, frame - 1, chunkStream);
    for (let at = 0; at < messagesThatFit; at += 1) publisher.read(picture(3 + at));
    expect(publisher.held()).toBe(messagesThatFit * frame);
    expect(() => publisher.read(picture(60))).toThrow('unfinished');
  });

  it('leave no memory in use when complete', () => {
    const reader = createChunkReader(HUGE);
    const whole = message(messageType.video, 0, Buffer.alloc(100_000, 7));
    const read = [whole.subarray(0, 50_000), whole.subarray(50_000)].flatMap((part) => reader.read(part));
    expect(read.map(({ body }) => body.equals(Buffer.alloc(100_000, 7)))).toEqual([true]);
    expect(reader.held()).toBe(0);
  });

  it('are limited in their number of values', () => {
    const values = (count: number) => Buffer.concat(Array.from({ length: count }, () => encodeAmf([null])));
    expect(decodeAmf(values(limit('rtmpValues')))).toHaveLength(limit('rtmpValues'));
    expect(() => decodeAmf(values(limit('rtmpValues') + 1))).toThrow('too many');
    const keys = Object.fromEntries(Array.from({ length: limit('rtmpValues') }, (_, at) => [String(at), null]));
    expect(() => decodeAmf(encodeAmf(['connect', 1, keys]))).toThrow('too many');
    expect(decodeAmf(Buffer.concat([encodeAmf(['x', 1]), Buffer.alloc(99, 255)]), 2)).toEqual(['x', 1]);
  });
});

const roomy = () => createConnectionSlots({ most: 100, yielding: 'fairly' });

describe('an RTMP channel', () => {
  const open = () => createChannel('/x', { budget: createMemoryBudget(HUGE), slots: roomy() });
  const header = (bytes: number) => {
    const body = Buffer.alloc(bytes);
    body[0] = 0x17;
    return { type: messageType.video, timestamp: 0, streamId: 1, body };
  };
  it('keeps stream headers only', () => {
    const channel = open();
    channel.publish(header(limit('rtmpHeader')));
    expect(channel.headerBytes()).toBe(limit('rtmpHeader'));
    expect(() => channel.publish(header(limit('rtmpHeader') + 1))).toThrow('videoHeader');
  });

  it('keeps a limited number of frames, and small ones in blocks', () => {
    const gop = createGop();
    const small = Buffer.alloc(13);
    gop.begin(0);
    for (let bytes = 0; bytes + small.length <= limit('rtmpGop'); bytes += small.length) gop.add(small);
    expect(gop.began()).toBe(0);
    expect(gop.together().length).toBeLessThan(200);
    expect(gop.bytes()).toBeLessThanOrEqual(limit('rtmpGop') * 1.1);
    gop.add(small);
    expect([gop.began(), gop.bytes()]).toEqual([null, 0]);
  });

  it('sends messages that arrived together in one piece, from the keyframe on', () => {
    const channel = open();
    const sent: Buffer[] = [];
    const player: Player = { send: (data) => sent.push(data), backlog: () => 0, pieces: () => 0, cut() {}, over() {} };
    channel.join(player);
    const frame = (first: number) => ({ type: 9, timestamp: 1, streamId: 1, body: Buffer.from([first, 1]) });
    channel.publish(frame(0x27));
    channel.flush();
    expect(sent).toEqual([]);
    for (const first of [0x27, 0x17, 0x27]) channel.publish(frame(first));
    channel.flush();
    expect(sent).toHaveLength(2);
    for (const first of [0x27, 0x27, 0x27]) channel.publish(frame(first));
    channel.flush();
    expect(sent).toHaveLength(3);
    const bytes = createChunkReader(HUGE);
    bytes.read(chunkSizeOf(65_536));
    expect(sent.flatMap((data) => bytes.read(Buffer.from(data))).map(({ body }) => body[0])).toEqual([
      0x17, 0x27, 0x27, 0x27, 0x27,
    ]);
  });
});

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

/** Serves a connection whose peer never reads. `messages`: log lines. */
function serve(rules: Partial<ServeDeps['rules']> = {}) {
  const socket = connect({ host: 'nowhere.invalid', port: 1, lookup: () => undefined });
  open.push(socket);
  const messages: string[] = [];
  const channels = new Map<string, ReturnType<typeof createChannel>>();
  serveConnection(socket, {
    rules: {
      app: '/',
      token: '',
      backlogBytes: HUGE,
      setUpMs: 60_000,
      idleMs: 60_000,
      keyframeMs: limit('rtmpKeyframe'),
      keyframeBytes: limit('rtmpKeyframeBytes'),
      ...rules,
    },
    channels: {
      find: (name) => channels.get(name) ?? null,
      publisherOf: () => null,
      open: (name) => {
        const channel = createChannel(name, { budget: createMemoryBudget(HUGE), slots: roomy() });
        channels.set(name, channel);
        return channel;
      },
      close: (channel) => void channels.delete(channel.name),
    },
    ownersOf: () => null,
    slots: { waiting: roomy(), publishers: roomy(), players: roomy() },
    budgets: { waiting: createMemoryBudget(HUGE), publishers: createMemoryBudget(HUGE) },
    messageRate: () => limit('rtmpMessagesOfOne'),
    sessions: { open: () => ({ rx() {}, tx() {}, close() {}, tell() {} }) },
    log: { write: (_level, _component, text, fields) => void messages.push(`${text} ${JSON.stringify(fields)}`) },
  });
  const channel = (name: string) => {
    const created = createChannel(name, { budget: createMemoryBudget(HUGE), slots: roomy() });
    channels.set(name, created);
    return created;
  };
  return { socket, messages, channels, channel, receive: (data: Buffer) => socket.emit('data', data) };
}

const times = (count: number, bytes: Buffer) => Buffer.concat(Array.from({ length: count }, () => bytes));

describe('an RTMP connection', () => {
  // Freezes the allowance per second.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const ping = message(messageType.userControl, 0, Buffer.from([0, 6, 0, 0, 0, 1]));
  it('is closed after too many commands', () => {
    const { socket, messages, receive } = serve();
    receive(handshake);
    receive(times(4 * limit('rtmpOrders') - 10, ping));
    expect(socket.destroyed).toBe(false);
    receive(times(20, ping));
    expect(socket.destroyed).toBe(true);
    expect(messages.join()).toContain('too many commands');
  });

  it('is closed when it sends commands without reading', () => {
    const { socket, messages, receive } = serve();
    receive(handshake);
    receive(times(4 * limit('rtmpOrders') - 10, command('connect', 1, { app: 'live' })));
    expect(socket.destroyed).toBe(true);
    expect(messages).toEqual([]);
    expect(socket.writableLength).toBeLessThanOrEqual(limit('rtmpReplies') * 1.1);
  });

  it('that publishes too many messages is read more slowly', () => {
    const { socket, receive } = serve();
    receive(Buffer.concat([hello('publish', 'x'), videoHeader, keyframe]));
    socket.resume();
    const frame = message(messageType.video, 40, Buffer.from([0x27]));
    receive(times(limit('rtmpMessagesOfOne') - 100, frame));
    expect(socket.isPaused()).toBe(false);
    receive(times(1000, frame));
    expect([socket.isPaused(), socket.destroyed]).toEqual([true, false]);
  });

  it.each([
    ['more video', message(messageType.video, 40, Buffer.alloc(60_000, 0x27), 65_536)],
    ['audio', message(messageType.audio, 40, Buffer.alloc(60_000, 0xaf), 65_536)],
  ])('that publishes video and then %s without a keyframe is closed by its bytes, with a reason', (_, frame) => {
    const keyframeBytes = limit('rtmpKeyframeBytes') / 256;
    const { socket, messages, channels, receive } = serve({ keyframeBytes });
    receive(Buffer.concat([hello('publish', 'x'), chunkSizeOf(65_536), videoHeader, keyframe]));
    const framesThatFit = Math.floor(keyframeBytes / 60_000);
    for (let count = 0; count < 3; count += 1) receive(Buffer.concat([times(framesThatFit, frame), keyframe]));
    expect([socket.destroyed, channels.size]).toEqual([false, 1]);
    receive(times(framesThatFit, frame));
    expect(socket.destroyed).toBe(false);
    receive(frame);
    expect([socket.destroyed, channels.size]).toEqual([true, 0]);
    expect(messages.join()).toContain('Publisher sends no keyframe and is dropped');
    expect(messages.join()).toContain('no keyframe within 1 MB');
  });

  it('that publishes audio only is not limited by keyframes', () => {
    const keyframeBytes = limit('rtmpKeyframeBytes') / 256;
    const { socket, receive } = serve({ keyframeBytes, keyframeMs: 0 });
    receive(Buffer.concat([hello('publish', 'x'), chunkSizeOf(65_536)]));
    receive(times(40, message(messageType.audio, 40, Buffer.alloc(60_000, 0xaf), 65_536)));
    expect(socket.destroyed).toBe(false);
  });

  it('that plays and has too many pending writes is dropped', () => {
    const { socket, messages, channel, receive } = serve();
    const played = channel('/live/x');
    receive(hello('play', 'x'));
    const frame = { type: messageType.audio, timestamp: 0, streamId: 1, body: Buffer.from([0x2f]) };
    for (let sent = 0; sent < limit('rtmpPieces') && !socket.destroyed; sent += 1) {
      expect(socket.destroyed).toBe(false);
      played.publish(frame);
      played.flush();
    }
    expect(socket.destroyed).toBe(true);
    expect(messages.join()).toContain('too slow');
  });

  it.each([
    ['publish', 'a', '', true],
    ['publish', 'aa', '', false],
    ['play', 'aa', '', false],
  ] as const)('may %s a name of the maximum length and %s: %s%s', (verb, end, _, isFine) => {
    const { socket, messages, channels, receive } = serve();
    receive(hello(verb, `${'x'.repeat(limit('rtmpName') - '/live/a'.length)}${end}`));
    expect(channels.size).toBe(isFine ? 1 : 0);
    expect(messages.join().includes('name is too long')).toBe(!isFine);
    expect(messages.join().length).toBeLessThan(600);
    expect(socket.destroyed).toBe(false);
  });
});

describe('the keyframe watch', () => {
  const max = limit('rtmpKeyframe');
  it.each([
    ['video without a keyframe', ['videoHeader', 'video'], 'no keyframe for 60 s'],
    ['a header without frames', ['videoHeader', 'audio'], 'no keyframe for 60 s'],
    ['a keyframe followed by audio', ['keyframe', 'audio'], 'no keyframe for 60 s'],
    ['a second header', ['keyframe', 'videoHeader'], 'no keyframe for 60 s'],
    ['a keyframe in time', ['video', 'keyframe'], null],
    ['audio only', ['audioHeader', 'audio'], null],
    ['data only', ['metadata', 'data'], null],
  ] as const)('judges %s', (_, [first, next], expected) => {
    let nowMs = 0;
    const watch = createKeyframeWatch({ keyframeMs: max, keyframeBytes: HUGE }, () => nowMs);
    expect(watch.faultOf(first, 1)).toBe(null);
    nowMs = max;
    expect(watch.faultOf(next, 1)).toBe(null);
    nowMs = max + 1;
    expect(watch.faultOf(next, 1)).toBe(expected);
  });
});

describe('a token bucket', () => {
  it('returns the wait after too many tokens were taken', () => {
    let nowMs = 0;
    const rate = limit('rtmpMessages');
    const bucket = createTokenBucket(rate, rate, () => nowMs);
    expect([bucket.owe(rate, rate), bucket.owe(rate / 2, rate)]).toEqual([0, 500]);
    nowMs = 500;
    expect(bucket.owe(0, rate)).toBe(0);
    expect(bucket.take()).toBe(false);
    nowMs = 501;
    expect(bucket.take()).toBe(true);
  });
});

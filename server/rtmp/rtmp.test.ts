import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { connect as connectTls, type Server as TlsServer } from 'node:tls';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ownCertificate } from '../../harness/streams/certificate.ts';
import { PATIENCE_MS } from '../../harness/test/testing/machineSlowness.ts';
import type { Log } from '../log/index.ts';
import type { Counter, Identity } from '../sessions/types.ts';
import { encodeAmf } from './amf.ts';
import { createChunkReader, type Message, messageType, writeChunks } from './chunks.ts';
import { createRtmp, type RtmpServer } from './index.ts';

const until = (fact: () => boolean) =>
  vi.waitFor(() => expect(fact()).toBe(true), { timeout: PATIENCE_MS, interval: 20 });

const open: { stop(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.stop()));
});

function countingSessions() {
  const log: (Omit<Identity, 'extra'> & { extra: string; rx: number; tx: number; closed: boolean })[] = [];
  return {
    log,
    open(_collector: string, identity: Identity): Counter {
      const entry = { ...identity, rx: 0, tx: 0, closed: false };
      log.push(entry);
      return {
        rx: (bytes) => {
          entry.rx += bytes;
        },
        tx: (bytes) => {
          entry.tx += bytes;
        },
        tell: (extra) => {
          entry.extra = extra;
        },
        close: () => {
          entry.closed = true;
        },
      };
    },
  };
}

type Scheme = 'rtmp' | 'rtmps';
const { cert, key } = ownCertificate();
const secure = {
  address: '127.0.0.1:0',
  certificates: { serve: (server: TlsServer) => server.setSecureContext({ cert, key }) },
};

async function start(
  options: { scheme?: Scheme; app?: string; token?: string; backlogBytes?: number; setUpMs?: number } = {},
) {
  const sessions = countingSessions();
  const { scheme = 'rtmp', app = '/live', token = 'secret', ...limits } = options;
  const lines: string[] = [];
  const log: Log = { write: (_level, _component, message) => void lines.push(message) };
  const server = await createRtmp({ address: '127.0.0.1:0', secure, app, token, sessions, log }, limits);
  open.push(server);
  const url = (path: string) => `${scheme}://127.0.0.1:${portOf(server, scheme)}${path}`;
  return { server, sessions, lines, url };
}

const portOf = ({ port, securePort }: RtmpServer, scheme: Scheme): number =>
  scheme === 'rtmp' ? port : (securePort ?? 0);

function ffmpeg(...args: string[]) {
  const child: ChildProcess = spawn(
    'ffmpeg',
    ['-hide_banner', '-nostdin', '-loglevel', 'info', ...args, '-progress', 'pipe:1'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const stderr: string[] = [];
  let count = 0;
  const waiting = new Set<{ frames: number; resolve: () => void }>();
  if (child.stdout !== null) {
    createInterface(child.stdout).on('line', (line) => {
      const frame = /^frame=(\d+)/.exec(line)?.[1];
      if (frame === undefined) return;
      count = Number(frame);
      for (const waiter of waiting) if (count >= waiter.frames) waiter.resolve();
    });
  }
  if (child.stderr !== null) createInterface(child.stderr).on('line', (line) => stderr.push(line));
  const ended = once(child, 'close').then(([code]) => ({ code: Number(code), stderr: stderr.join('\n') }));
  const frames = (required: number) =>
    Promise.race([
      new Promise<void>((resolve) => waiting.add({ frames: required, resolve })),
      ended.then(({ stderr: text }) => {
        if (count < required) throw new Error(`ffmpeg ended after ${count} frames: ${text}`);
      }),
    ]);
  open.push({ stop });
  return { frames, ended, stop, frameCount: () => count };
}

const publish = (url: string, ...options: string[]) =>
  ffmpeg(
    ...[
      '-re',
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=320x180:rate=25',
      '-re',
      '-f',
      'lavfi',
      '-i',
      'sine=sample_rate=44100',
    ],
    ...['-codec:v', 'libx264', '-preset', 'ultrafast', '-g', '50', '-pix_fmt', 'yuv420p', '-codec:a', 'aac'],
    ...options,
    ...['-f', 'flv', url],
  );
const play = (url: string, ...options: string[]) => ffmpeg('-i', url, ...options, '-f', 'null', '-');

const onAir = (server: RtmpServer, name: string) => until(() => server.channels().includes(name));

describe.each<Scheme>(['rtmp', 'rtmps'])('a real ffmpeg at %s://', (scheme) => {
  it('publishes to two players, which end with it', async () => {
    const { server, sessions, url } = await start({ scheme });
    const publisher = publish(url('/live/two.stream?token=secret'));
    await onAir(server, '/live/two.stream');
    const players = [play(url('/live/two.stream?token=secret')), play(url('/live/two.stream/secret'))];
    await Promise.all(players.map((player) => player.frames(50)));
    expect(server.channels()).toEqual(['/live/two.stream']);
    expect(sessions.log.map(({ local, reference }) => [local, reference])).toEqual([
      ['publish:/live/two.stream', 'two'],
      ['play:/live/two.stream', 'two'],
      ['play:/live/two.stream', 'two'],
    ]);
    const [published, played] = sessions.log;
    expect(published?.id).toBe('/live/two.stream');
    expect(played?.id).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(published?.rx).toBeGreaterThan(10_000);
    expect(played?.tx).toBeGreaterThan(10_000);

    await publisher.stop();
    for (const player of players) expect((await player.ended).code).toBe(0);
    expect(server.channels()).toEqual([]);
    expect(sessions.log.every(({ closed }) => closed)).toBe(true);
  });

  it('plays from the last keyframe at any keyframe interval', async () => {
    const { server, url } = await start({ scheme, app: '/', token: '' });
    const publisher = publish(url('/long'), '-g', '100000');
    await onAir(server, '/long');
    await publisher.frames(50);
    // The only keyframe is two seconds old, and the next would come in an hour.
    const player = play(url('/long'), '-frames:v', '60');
    expect((await player.ended).code).toBe(0);
  });

  it.each([
    ['wrong token', '/live/x?token=wrong'],
    ['no token', '/live/x'],
    ['another app', '/other/x?token=secret'],
  ])('is refused as a publisher: %s', async (_, path) => {
    const { server, sessions, url } = await start({ scheme });
    const { code } = await publish(url(path)).ended;
    expect(code).toBe(1);
    expect(server.channels()).toEqual([]);
    expect(sessions.log).toEqual([]);
  });

  it('is refused as a player without a token or publisher', async () => {
    const { server, url } = await start({ scheme });
    publish(url('/live/x?token=secret'));
    await onAir(server, '/live/x');
    const [noToken, unknown] = await Promise.all([
      play(url('/live/x')).ended,
      play(url('/live/none?token=secret')).ended,
    ]);
    expect(noToken.code).toBe(1);
    expect(noToken.stderr).toContain('wrong or missing token');
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toContain('nobody publishes this name');
  });

  it('cannot take a name that is on air, and the first publisher continues', async () => {
    const { server, url } = await start({ scheme });
    const first = publish(url('/live/x?token=secret'));
    await onAir(server, '/live/x');
    const second = await publish(url('/live/x?token=secret')).ended;
    expect(second.code).toBe(1);
    expect(second.stderr).toContain('already publishing');
    await first.frames(first.frameCount() + 25);
    expect(server.channels()).toEqual(['/live/x']);
  });

  it('is not slowed by a player that stops reading, and that player is dropped @timed', async () => {
    const { server, sessions, lines, url } = await start({ scheme, backlogBytes: 512 * 1024 });
    // 25 frames a second at 20 Mbit/s fill all buffers within seconds.
    const publisher = publish(
      url('/live/x?token=secret'),
      '-b:v',
      '20M',
      '-minrate',
      '20M',
      '-bufsize',
      '2M',
      '-x264-params',
      'nal-hrd=cbr',
    );
    await onAir(server, '/live/x');
    const stalled = await clientOf(server, scheme);
    stalled.send(
      command('connect', 1, { app: 'live' }),
      command('createStream', 2, null),
      command('play', 0, null, 'x?token=secret'),
    );
    await stalled.message((message) => message.type === messageType.video);
    stalled.socket.pause();
    const healthy = play(url('/live/x?token=secret'));
    const findDropped = () => sessions.log.find(({ local, closed }) => local === 'play:/live/x' && closed);
    await until(() => findDropped() !== undefined);
    expect(lines).toContain('Player is too slow and is dropped');
    const before = publisher.frameCount();
    await Promise.all([publisher.frames(before + 50), healthy.frames(50)]);
    expect(server.channels()).toEqual(['/live/x']);
    expect(findDropped()?.remote).toBe(`127.0.0.1:${stalled.socket.localPort}`);
  });
});

const command = (name: string, transaction: number, ...args: Parameters<typeof encodeAmf>[0]): Message => ({
  type: messageType.command,
  timestamp: 0,
  streamId: 1,
  body: encodeAmf([name, transaction, ...args]),
});

async function clientOf(server: RtmpServer, scheme: Scheme = 'rtmp') {
  const at = { host: '127.0.0.1', port: portOf(server, scheme) };
  const socket: Socket = scheme === 'rtmp' ? connect(at) : connectTls({ ...at, ca: cert, servername: 'localhost' });
  open.push({ stop: () => socket.destroy() });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => {});
  await once(socket, scheme === 'rtmp' ? 'connect' : 'secureConnect');
  socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(2 * 1536)]));
  let head = Buffer.alloc(0);
  let rest = 1 + 2 * 1536;
  const reader = createChunkReader(64 * 1024 * 1024);
  const messages: Message[] = [];
  let onChange = () => {};
  socket.on('data', (data) => {
    head = data.subarray(Math.min(rest, data.length));
    rest -= data.length - head.length;
    messages.push(...reader.read(Buffer.from(head)));
    onChange();
  });
  socket.on('close', () => onChange());
  const message = async (fits: (message: Message) => boolean) => {
    for (;;) {
      const found = messages.find(fits);
      if (found !== undefined) return found;
      if (socket.destroyed) throw new Error('the server has closed the connection');
      await new Promise<void>((resolve) => {
        onChange = resolve;
      });
    }
  };
  return {
    socket,
    closed,
    messages,
    message,
    send: (...list: Message[]) => socket.write(Buffer.concat(list.map((message) => writeChunks(message, 3, 128)))),
  };
}

const video = (timestamp: number, ...body: number[]): Message => ({
  type: messageType.video,
  timestamp,
  streamId: 1,
  body: Buffer.from(body),
});
const publishCommands = (path: string) => [
  command('connect', 1, { app: 'live' }),
  command('createStream', 2, null),
  command('publish', 3, null, path, 'live'),
];
const playCommands = (path: string) => [
  command('connect', 1, { app: 'live' }),
  command('createStream', 2, null),
  command('play', 3, null, path),
];

describe('a scripted RTMP client', () => {
  it('gets enhanced RTMP unchanged, and an empty message breaks nothing', async () => {
    const { server } = await start();
    const publisher = await clientOf(server);
    const hevc = [...Buffer.from('hvc1'), 1, 2, 3];
    publisher.send(
      ...publishCommands('x?token=secret'),
      video(0, 0x90, ...hevc),
      video(0, 0x91, ...hevc),
      { ...video(0), type: messageType.audio },
      video(40, 0xa3, ...hevc),
    );
    await onAir(server, '/live/x');
    const player = await clientOf(server);
    player.send(...playCommands('x?token=secret'));
    await player.message(({ timestamp }) => timestamp === 40);
    const pictures = player.messages.filter(({ type }) => type === messageType.video);
    expect(pictures.map(({ body }) => [...body])).toEqual([
      [0x90, ...hevc],
      [0x91, ...hevc],
      [0xa3, ...hevc],
    ]);
  });

  it('is listed after its first header', async () => {
    const { server, sessions } = await start();
    const publisher = await clientOf(server);
    publisher.send(...publishCommands('x?token=secret'));
    await publisher.message(({ body }) => body.includes('NetStream.Publish.Start'));
    expect(server.channels()).toEqual([]);
    publisher.send(video(0, 0x17, 0, 0, 0, 0));
    await onAir(server, '/live/x');
    expect(sessions.log).toHaveLength(1);
  });

  const noise = Buffer.from(Array.from({ length: 4_000 }, (_, at) => (at * 7919 + 13) % 256));
  const handshake = Buffer.concat([Buffer.from([3]), Buffer.alloc(2 * 1536)]);
  it.each([
    ['data that is not RTMP', Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')],
    ['noise after the handshake', Buffer.concat([handshake, noise])],
    ['chunk size 0', Buffer.concat([handshake, Buffer.from('02000000000004010000000000000000', 'hex')])],
    ['a message of 16 MB before a token', Buffer.concat([handshake, Buffer.from('03000000ffffff0900000000', 'hex')])],
    [
      'a truncated command',
      Buffer.concat([handshake, writeChunks({ ...command('', 0), body: Buffer.from([2, 0, 9]) }, 3)]),
    ],
    [
      'a command without a name',
      Buffer.concat([handshake, writeChunks({ ...command('', 0), body: Buffer.alloc(900, 3) }, 3, 128)]),
    ],
  ])('is disconnected after %s, and the server continues', async (_, bytes) => {
    const { server } = await start();
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.resume();
    socket.write(bytes);
    await once(socket, 'close');
    const next = await clientOf(server);
    next.send(...publishCommands('x?token=secret'));
    expect((await next.message(({ body }) => body.includes('NetStream.Publish'))).body.includes('Start')).toBe(true);
  });

  it('may send anything: a valid publisher works after 300 malformed ones', async () => {
    const { server } = await start();
    const whole = Buffer.concat([
      handshake,
      ...[...publishCommands('x?token=secret'), video(0, 0x17, 0, 0, 0, 0), video(40, 0x17, 1, 0, 0, 0)].map(
        (message) => writeChunks(message, 3, 128),
      ),
    ]);
    let seed = 1;
    const random = (max: number) => {
      seed = (seed * 48_271) % 0x7fffffff;
      return seed % max;
    };
    for (let round = 0; round < 30; round++) {
      const sockets = Array.from({ length: 10 }, () => {
        const damaged = Buffer.from(whole);
        for (let times = 0; times <= random(6); times++)
          damaged[handshake.length + random(damaged.length - handshake.length)] = random(256);
        const socket = connect(server.port, '127.0.0.1');
        socket.on('error', () => {});
        socket.resume();
        socket.end(damaged);
        return socket;
      });
      await Promise.all(sockets.map((socket) => once(socket, 'close')));
    }
    expect(server.channels()).toEqual([]);
    const publisher = await clientOf(server);
    publisher.send(...publishCommands('well?token=secret'), video(0, 0x17, 0, 0, 0, 0));
    await onAir(server, '/live/well');
  });

  it('that is silent is disconnected', async () => {
    const { server } = await start({ setUpMs: 50 });
    const socket = connect(server.port, '127.0.0.1');
    await once(socket, 'close');
    expect(socket.bytesRead).toBe(0);
  });
});

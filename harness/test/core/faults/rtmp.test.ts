import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterEach, expect, it } from 'vitest';
import { messageType } from '../../../../server/rtmp/chunks.ts';
import { createRtmp, type RtmpServer } from '../../../../server/rtmp/index.ts';
import { chunkSizeOf, handshake, hello, keyframe, message, videoHeader } from '../../../../server/rtmp/testing.ts';
import { limit } from '../../../../server/util/limits.ts';
import { ownCertificate } from '../../../streams/certificate.ts';
import { until } from '../testing.ts';
import { sendRaw } from './rawHttp.ts';
import { residentMb, runCore, SEED, seededRandom } from './runCore.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

function publish(url: string): ChildProcess {
  const source = ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=64x36:rate=25'];
  const coder = ['-codec:v', 'libx264', '-preset', 'ultrafast', '-g', '25', '-pix_fmt', 'yuv420p'];
  const child = spawn('ffmpeg', ['-nostdin', '-loglevel', 'error', ...source, ...coder, '-f', 'flv', url], {
    stdio: 'ignore',
  });
  stops.push(() => {
    child.kill('SIGKILL');
  });
  return child;
}

type Scheme = 'rtmp' | 'rtmps';
const schemes: readonly Scheme[] = ['rtmp', 'rtmps'];
const own = ownCertificate();

async function serve(scheme: Scheme, limits: Parameters<typeof createRtmp>[1] = {}) {
  const log: string[] = [];
  const server = await createRtmp(
    {
      address: '127.0.0.1:0',
      secure: {
        address: '127.0.0.1:0',
        certificates: { serve: (tls) => tls.setSecureContext(own) },
      },
      app: '/',
      token: '',
      sessions: { open: () => ({ rx() {}, tx() {}, close() {}, tell() {} }) },
      log: { write: (_level, _component, message) => void log.push(message) },
    },
    limits,
  );
  stops.push(() => server.stop());
  const port = scheme === 'rtmp' ? server.port : (server.securePort ?? 0);
  const visit = (bytes: Buffer) => visitor(port, bytes, scheme);
  const client = (verb: 'publish' | 'play', name: string) => visit(hello(verb, name));
  return { server, port, log, visit, client, url: (name: string) => `${scheme}://127.0.0.1:${port}/live/${name}` };
}

const onAir = (server: RtmpServer, name: string) =>
  until(
    async () => server.channels(),
    (channels) => channels.includes(name),
  );

async function visitor(port: number, bytes: Buffer, scheme: Scheme = 'rtmp'): Promise<Socket> {
  const at = { port, host: '127.0.0.1' };
  const socket: Socket = scheme === 'rtmp' ? connect(at) : connectTls({ ...at, ca: own.cert, servername: 'localhost' });
  stops.push(() => socket.destroy());
  socket.on('error', () => undefined); // the server disconnects it
  await once(socket, scheme === 'rtmp' ? 'connect' : 'secureConnect');
  socket.write(bytes);
  return socket;
}

const frame = (timestamp: number, bytes: number) =>
  message(messageType.video, timestamp, Buffer.concat([Buffer.from([0x27, 1, 0, 0, 0]), Buffer.alloc(bytes)]));

it.each(schemes)('%s: a publisher that vanished without closing releases its name', async (scheme) => {
  const { server, log, url } = await serve(scheme, { idleMs: 700 });
  const vanished = publish(url('x'));
  await onAir(server, '/live/x');
  vanished.kill('SIGSTOP'); // its kernel keeps the connection open
  await until(
    async () => server.channels(),
    (channels) => channels.length === 0,
  );
  const next = publish(url('x'));
  await onAir(server, '/live/x');
  expect(next.exitCode).toBeNull();
  expect(log).not.toContain('Refused');
});

it.each(schemes)('%s: a publisher that was killed can return at once', async (scheme) => {
  const { server, url } = await serve(scheme);
  for (let times = 0; times < 3; times += 1) {
    const publisher = publish(url('x'));
    await onAir(server, '/live/x');
    publisher.kill('SIGKILL');
    await once(publisher, 'exit');
    await until(
      async () => server.channels(),
      (channels) => channels.length === 0,
    );
  }
});

it.each(schemes)(
  '%s: a player that stops reading is disconnected even if it is only slightly behind, without affecting the publisher',
  async (scheme) => {
    const { server, log, client } = await serve(scheme, { idleMs: 3_000, backlogBytes: 512 * 1024 * 1024 });
    const publisher = await client('publish', 'x');
    publisher.resume();
    publisher.write(Buffer.concat([videoHeader, keyframe]));
    await onAir(server, '/live/x');
    const player = await client('play', 'x');
    await once(player, 'readable'); // and never reads
    await until(
      async () => log,
      (lines) => lines.includes('Playing'),
    );
    // Fills the kernel's buffers, then sends small frames, each in its own write.
    let timestamp = 0;
    const send = (bytes: number) => {
      timestamp += 40;
      publisher.write(frame(timestamp, bytes));
    };
    for (let count = 0; count < 64; count += 1) send(256 * 1024);
    const drip = setInterval(() => send(100), 40);
    await until(
      async () => log,
      (lines) => lines.includes('Player left'),
    );
    clearInterval(drip);
    expect(log).not.toContain('Player is too slow and is dropped');
    expect(server.channels()).toEqual(['/live/x']);
    expect(publisher.destroyed).toBe(false);
  },
);

it.each(schemes)('%s: a hundred players get every frame', async (scheme) => {
  const { server, log, client } = await serve(scheme);
  const publisher = await client('publish', 'x');
  publisher.resume();
  publisher.write(Buffer.concat([videoHeader, keyframe]));
  await onAir(server, '/live/x');
  const received = new Map<number, number>();
  for (let index = 0; index < 100; index += 1) {
    const player = await client('play', 'x');
    player.on('data', (data) => received.set(index, (received.get(index) ?? 0) + data.length));
  }
  await until(
    async () => log.filter((line) => line === 'Playing').length,
    (players) => players === 100,
  );
  for (let count = 1; count <= 250; count += 1) publisher.write(frame(count * 40, 4_000));
  await until(
    async () => [...received.values()].filter((bytes) => bytes > 250 * 4_000).length,
    (players) => players === 100,
  );
});

it('malformed data on the RTMP port only closes its own connection', async () => {
  const core = await runCore();
  const random = seededRandom(SEED);
  const shaken = Buffer.concat([Buffer.from([3]), Buffer.alloc(2 * 1536)]);
  const noise = () => Buffer.from(Array.from({ length: 1 + random.below(3000) }, () => random.below(256)));
  const attempts = Array.from({ length: 100 }, (_, index) => {
    if (index % 3 === 0) return noise();
    return Buffer.concat([shaken, noise()]);
  });
  await Promise.all(attempts.map((bytes) => sendRaw(core.rtmpPort, bytes)));
  await sendRaw(core.rtmpPort, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  publish(`rtmp://127.0.0.1:${core.rtmpPort}/well`);
  const channels = async () => (await core.ask('GET', '/api/v3/rtmp')).json();
  await until(channels, (list) => list.length === 1);
  expect(core.said(), `seed ${SEED}`).not.toMatch(/level=ERROR|Unexpected fault/);
});

const untilClosed = (socket: Socket) =>
  new Promise<void>((resolve) => {
    if (socket.destroyed) return resolve();
    socket.resume().once('close', () => resolve());
  });
const unfinished = (type: number, announced: number, bytes: number): Buffer =>
  message(type, 0, Buffer.alloc(announced), 65_536).subarray(0, 12 + bytes);
const inLargeChunks = (...parts: Buffer[]) => Buffer.concat([chunkSizeOf(65_536), ...parts]);

it.each([
  ['chunks of one byte', chunkSizeOf(1)],
  ['chunks of 128 bytes', Buffer.alloc(0)],
])(
  '400 clients with unfinished messages use little memory in %s, and a small heap survives @nightly',
  async (_, first) => {
    const core = await runCore({
      environment: { CORE_RTMP_TOKEN: 'secret' },
      flags: ['--max-old-space-size=512'],
    });
    const before = residentMb(core.pid);
    const size = first.length === 0 ? 128 : 1;
    const bytes = Buffer.concat([handshake, first, message(messageType.command, 0, Buffer.alloc(65_000), size)]);
    const sockets = await Promise.all(
      Array.from({ length: 400 }, () => visitor(core.rtmpPort, bytes.subarray(0, bytes.length - 200))),
    );
    expect((await core.ask('GET', '/ping')).status).toBe(200);
    expect(residentMb(core.pid) - before).toBeLessThan(64);
    await Promise.all(sockets.map(untilClosed));
    expect((await core.ask('GET', '/ping')).status).toBe(200);
    expect(residentMb(core.pid) - before).toBeLessThan(64);
  },
);

it.each(schemes)(
  '%s: silent clients are disconnected after a timeout, or earlier when others need their places',
  async (scheme) => {
    const waiting = limit('rtmpWaiting') / 50;
    const { server, client, visit } = await serve(scheme, {
      setUpMs: limit('rtmpSetUp') / 10,
      idleMs: limit('rtmpIdle'),
      waiting,
      waitingOfOne: limit('rtmpWaitingOfOne') / 25,
    });
    const silent = await Promise.all(Array.from({ length: waiting }, () => visit(Buffer.from([3]))));
    const [oldest] = silent;
    if (oldest === undefined) throw new Error('nobody came');
    const publisher = await client('publish', 'x');
    publisher.write(Buffer.concat([videoHeader, keyframe]));
    await untilClosed(oldest);
    await onAir(server, '/live/x');
    await Promise.all(silent.map(untilClosed));
    expect(publisher.destroyed).toBe(false);
  },
);

it.each(schemes)(
  '%s: clients that buffer too much before they publish are disconnected, the largest first',
  async (scheme) => {
    const { visit } = await serve(scheme, { waitingBytes: limit('rtmpWaitingBytes') / 128 });
    const holding = (bytes: number) =>
      visit(Buffer.concat([handshake, inLargeChunks(unfinished(messageType.command, 60_000, bytes))]));
    const small = await holding(1_000);
    await once(small, 'data');
    const most = [await holding(59_000), await holding(59_000), await holding(59_000)];
    await Promise.race(most.map(untilClosed));
    expect(small.destroyed).toBe(false);
  },
);

it.each(schemes)('%s: the numbers of publishers and players are limited', async (scheme) => {
  const { server, log, client } = await serve(scheme, {
    publishers: limit('rtmpPublishers') / 150,
    players: limit('rtmpPlayers') / 500,
    channelPlayers: limit('rtmpChannelPlayers') / 500,
  });
  const start = Buffer.concat([videoHeader, keyframe]);
  for (const name of ['a', 'b']) {
    (await client('publish', name)).write(start);
    await onAir(server, `/live/${name}`);
  }
  const refused = await client('publish', 'c');
  await untilClosed(refused);
  expect(server.channels()).toEqual(['/live/a', '/live/b']);
  const playing = async (count: number) =>
    until(
      async () => log.filter((line) => line === 'Playing').length,
      (players) => players === count,
    );
  const first = await client('play', 'a');
  await client('play', 'a');
  await playing(2);
  await untilClosed(await client('play', 'a'));
  await client('play', 'b');
  await client('play', 'b');
  await playing(4);
  await untilClosed(await client('play', 'b'));
  first.destroy();
  await until(
    async () => log,
    (lines) => lines.includes('Player left'),
  );
  await client('play', 'a');
  await playing(5);
});

it.each(schemes)('%s: bounds the memory of all publishers, and disconnects the largest first', async (scheme) => {
  const { server, log, client } = await serve(scheme, {
    bytes: limit('rtmpBytes') / 32,
    backlogBytes: limit('rtmpBacklog'),
  });
  const small = await client('publish', 'small');
  small.write(Buffer.concat([videoHeader, keyframe]));
  await onAir(server, '/live/small');
  const large = await client('publish', 'large');
  await until(
    async () => log.filter((line) => line === 'Publishing').length,
    (publishers) => publishers === 2,
  );
  large.write(inLargeChunks(unfinished(messageType.video, 8_000_000, 5_000_000)));
  await untilClosed(large);
  expect(log).toContain('Publisher holds too much and is dropped');
  expect(small.destroyed).toBe(false);
  expect(server.channels()).toEqual(['/live/small']);
});

it.each(schemes)('%s: frames of 4 MB reach a player complete', async (scheme) => {
  const { server, client } = await serve(scheme);
  const publisher = await client('publish', 'x');
  publisher.resume();
  publisher.write(Buffer.concat([chunkSizeOf(4096), videoHeader, keyframe]));
  await onAir(server, '/live/x');
  const player = await client('play', 'x');
  let received = 0;
  player.on('data', (data) => {
    received += data.length;
  });
  await once(player, 'data');
  for (let count = 1; count <= 10; count += 1) {
    publisher.write(message(messageType.video, count * 40, Buffer.alloc(4_000_000, 0x17), 4096));
  }
  await until(
    async () => received,
    (bytes) => bytes > 40_000_000,
  );
});

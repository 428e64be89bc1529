import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { encodeAmf } from '../rtmp/amf.ts';
import { messageType, writeChunks } from '../rtmp/chunks.ts';
import { createRtmp, type RtmpServer } from '../rtmp/index.ts';
import { until } from '../testing.ts';
import { sendRaw } from './rawHttp.ts';
import { runCore, SEED, seeded } from './testing.ts';

vi.setConfig({ testTimeout: 60_000 });

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

/** A real ffmpeg that publishes one small picture a frame. */
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

async function serve(limits: { idleMs?: number; backlogBytes?: number }) {
  const said: string[] = [];
  const server = await createRtmp(
    {
      address: '127.0.0.1:0',
      app: '/',
      token: '',
      sessions: { open: () => ({ rx() {}, tx() {}, close() {} }) },
      log: { write: (_level, _component, message) => void said.push(message) },
    },
    limits,
  );
  stops.push(() => server.stop());
  return { server, said, url: (name: string) => `rtmp://127.0.0.1:${server.port}/live/${name}` };
}

const onAir = (server: RtmpServer, name: string) =>
  until(
    async () => server.channels(),
    (channels) => channels.includes(name),
  );

const message = (type: number, timestamp: number, body: Buffer) =>
  writeChunks({ type, timestamp, streamId: 1, body }, 3, 128);

/** A client of a few bytes that has asked to `publish` or to `play`. */
async function client(port: number, verb: 'publish' | 'play', name: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  stops.push(() => socket.destroy());
  socket.on('error', () => undefined); // thrown out
  await once(socket, 'connect');
  const commands = [
    ['connect', 1, { app: 'live' }],
    ['createStream', 2, null],
    [verb, 3, null, name, 'live'],
  ] as const;
  const handshake = Buffer.concat([Buffer.from([3]), Buffer.alloc(2 * 1536)]);
  socket.write(
    Buffer.concat([handshake, ...commands.map((args) => message(messageType.command, 0, encodeAmf([...args])))]),
  );
  return socket;
}

const frame = (timestamp: number, bytes: number) =>
  message(messageType.video, timestamp, Buffer.concat([Buffer.from([0x27, 1, 0, 0, 0]), Buffer.alloc(bytes)]));
const keyframe = message(messageType.video, 0, Buffer.from([0x17, 1, 0, 0, 0, 1]));
const header = message(messageType.video, 0, Buffer.from([0x17, 0, 0, 0, 0, 1]));

it('a publisher that vanished without a word gives its name back', async () => {
  const { server, said, url } = await serve({ idleMs: 700 });
  const vanished = publish(url('x'));
  await onAir(server, '/live/x');
  vanished.kill('SIGSTOP'); // its kernel goes on, so for us the connection stands
  await until(
    async () => server.channels(),
    (channels) => channels.length === 0,
  );
  const next = publish(url('x'));
  await onAir(server, '/live/x');
  expect(next.exitCode).toBeNull();
  expect(said).not.toContain('Refused');
});

it('a publisher that was killed can come back at once', async () => {
  const { server, url } = await serve({});
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

it('a player that takes nothing is dropped, also when it is not far behind, and the publisher does not notice', async () => {
  const { server, said } = await serve({ idleMs: 700, backlogBytes: 512 * 1024 * 1024 });
  const publisher = await client(server.port, 'publish', 'x');
  publisher.resume();
  publisher.write(Buffer.concat([header, keyframe]));
  await onAir(server, '/live/x');
  const player = await client(server.port, 'play', 'x');
  await once(player, 'readable'); // and never reads
  await until(
    async () => said,
    (lines) => lines.includes('Playing'),
  );
  // More than the kernel keeps for a connection; then a frame now and again, each of which is a write.
  let timestamp = 0;
  const send = (bytes: number) => {
    timestamp += 40;
    publisher.write(frame(timestamp, bytes));
  };
  for (let count = 0; count < 64; count += 1) send(256 * 1024);
  const drip = setInterval(() => send(100), 40);
  await until(
    async () => said,
    (lines) => lines.includes('Player left'),
  );
  clearInterval(drip);
  expect(said).not.toContain('Player is too slow and is dropped');
  expect(server.channels()).toEqual(['/live/x']);
  expect(publisher.destroyed).toBe(false);
});

it('a hundred players get every frame', async () => {
  const { server, said } = await serve({});
  const publisher = await client(server.port, 'publish', 'x');
  publisher.resume();
  publisher.write(Buffer.concat([header, keyframe]));
  await onAir(server, '/live/x');
  const received = new Map<number, number>();
  for (let index = 0; index < 100; index += 1) {
    const player = await client(server.port, 'play', 'x');
    player.on('data', (data) => received.set(index, (received.get(index) ?? 0) + data.length));
  }
  await until(
    async () => said.filter((line) => line === 'Playing').length,
    (players) => players === 100,
  );
  for (let count = 1; count <= 250; count += 1) publisher.write(frame(count * 40, 4_000));
  await until(
    async () => [...received.values()].filter((bytes) => bytes > 250 * 4_000).length,
    (players) => players === 100,
  );
});

it('noise on the port of RTMP ends its own connection', async () => {
  const core = await runCore();
  const random = seeded(SEED);
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

import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { afterEach, expect, it } from 'vitest';
import { createSrt, type SrtServer } from '../../../../server/srt/index.ts';
import { CORE_PROGRAM, start, until } from '../testing.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

interface SessionCount {
  readonly local: string;
  rx: number;
  tx: number;
  isClosed: boolean;
}

async function serve(given: { token?: string; passphrase?: string; address?: string } = {}) {
  const log: string[] = [];
  const sessions: SessionCount[] = [];
  const server = await createSrt({
    ...{ address: '127.0.0.1:0', token: '', passphrase: '', program: CORE_PROGRAM, ...given },
    sessions: {
      open: (_collector, { local }) => {
        const counted: SessionCount = { local, rx: 0, tx: 0, isClosed: false };
        sessions.push(counted);
        return {
          rx(bytes) {
            counted.rx += bytes;
          },
          tx(bytes) {
            counted.tx += bytes;
          },
          tell() {},
          close() {
            counted.isClosed = true;
          },
        };
      },
    },
    log: {
      write: (_level, _component, message, fields) => void log.push(`${message} ${JSON.stringify(fields ?? {})}`),
    },
  });
  stops.push(() => server.stop());
  return { server, log, sessions };
}

/** An ffmpeg that calls, and all that it says. */
function run(args: readonly string[]): { child: ChildProcess; ended: Promise<{ code: number | null; said: string }> } {
  const child = spawn('ffmpeg', ['-nostdin', '-loglevel', 'error', ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (bytes) => {
    said += bytes;
  });
  stops.push(() => void child.kill('SIGKILL'));
  return { child, ended: once(child, 'close').then(([code]) => ({ code, said })) };
}

const urlOf = (port: number, streamId: string, more = '') =>
  `srt://127.0.0.1:${port}?mode=caller&transtype=live&streamid=${streamId}${more}`;
const SOURCE = ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=64x36:rate=25'];
const CODER = ['-codec:v', 'libx264', '-preset', 'ultrafast', '-g', '25', '-pix_fmt', 'yuv420p', '-f', 'mpegts'];
const publish = (port: number, streamId: string, more?: string) =>
  run([...SOURCE, ...CODER, urlOf(port, streamId, more)]);
/** Ends after so many pictures. */
const play = (port: number, streamId: string, more?: string) =>
  run(['-i', urlOf(port, streamId, more), '-frames:v', '10', '-f', 'null', '-']);

const onAir = (server: SrtServer, name: string) =>
  until(
    () => server.channels(),
    ({ publisher }) => name in publisher,
  );

it('the SRT server carries a stream from ffmpeg to ffmpeg, counts its bytes and frees its name', async () => {
  const { server, sessions } = await serve({ token: 'T' });
  const publisher = publish(server.port, 'ch1,mode:publish,token:T');
  await onAir(server, 'ch1');
  expect((await play(server.port, 'ch1,mode:request,token:T').ended).code).toBe(0);

  const { connections, publisher: names } = await server.channels();
  expect(connections[String(names.ch1)]?.stats).toMatchObject({ recv_loss_pkt: 0, mss_bytes: 1500 });
  expect(connections[String(names.ch1)]?.stats.recv_pkt).toBeGreaterThan(10);
  expect(connections[String(names.ch1)]?.stats.recv_unique_pkt).toBeGreaterThan(10);

  publisher.child.kill('SIGINT');
  await until(
    () => server.channels(),
    ({ publisher: left }) => Object.keys(left).length === 0,
  );
  expect(sessions.map(({ local }) => local)).toEqual(['publish:ch1', 'play:ch1']);
  await until(
    async () => sessions,
    (list) => list.every(({ isClosed }) => isClosed),
  );
  expect(sessions[0]?.rx).toBeGreaterThan(0);
  expect(sessions[1]?.tx).toBeGreaterThan(0);
});

it.each([
  ['a wrong token', 'ch1,mode:publish,token:X', '', /FORBIDDEN.*invalid token/],
  ['a wrong passphrase', 'ch1,mode:publish,token:T', '&passphrase=another-passphrase', null],
  ['no encryption', 'ch1,mode:publish,token:T', null, null],
])('the SRT server refuses a caller with %s during the handshake', async (_, streamId, more, line) => {
  const { server, log } = await serve({ token: 'T', passphrase: 'correct-passphrase' });
  const query = more === null ? '' : more || '&passphrase=correct-passphrase';
  const { code, said } = await publish(server.port, streamId, query).ended;
  expect(code).not.toBe(0);
  expect(said).toContain('failed');
  expect((await server.channels()).publisher).toEqual({});
  if (line !== null) expect(log.join('\n')).toMatch(line);
  expect(log.join('\n')).not.toContain('correct-passphrase');
});

it('the SRT server carries an encrypted stream', async () => {
  const { server } = await serve({ passphrase: 'correct-passphrase' });
  publish(server.port, 'ch1,mode:publish', '&passphrase=correct-passphrase');
  await onAir(server, 'ch1');
  expect((await play(server.port, 'ch1', '&passphrase=correct-passphrase').ended).code).toBe(0);
});

it('the SRT server says that its port is taken', async () => {
  const other = createSocket('udp4');
  other.bind(0, '127.0.0.1');
  await once(other, 'listening');
  stops.push(() => other.close());
  await expect(serve({ address: `127.0.0.1:${other.address().port}` })).rejects.toThrow(
    'the port is in use by another program',
  );
});

it('the SRT server comes back at its port after its relay was killed', async () => {
  const { server, log, sessions } = await serve();
  const first = publish(server.port, 'ch1,mode:publish');
  await onAir(server, 'ch1');
  const relay = await relayOf(process.pid);
  process.kill(relay, 'SIGKILL');
  // Its caller notices by itself: libsrt waits 5 s for a sign of life.
  await first.ended;
  expect(sessions.every(({ isClosed }) => isClosed)).toBe(true);
  publish(server.port, 'ch1,mode:publish');
  await onAir(server, 'ch1');
  expect(log.join('\n')).toContain('The relay ended, and starts anew');
});

it('the SRT server hands on a stream that loses packets on its way', async () => {
  const { server } = await serve();
  const lossy = await loseEvery(20, server.port);
  publish(lossy, 'ch1,mode:publish');
  await onAir(server, 'ch1');
  expect((await play(server.port, 'ch1').ended).code).toBe(0);
  const { connections, publisher } = await server.channels();
  const stats = connections[String(publisher.ch1)]?.stats;
  expect(stats?.recv_loss_pkt).toBeGreaterThan(0);
});

/** The only child of this process that is a relay. */
async function relayOf(parent: number): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [status, line] = await Promise.all(
      ['status', 'cmdline'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
    );
    if (status?.includes(`PPid:\t${parent}\n`) && line?.includes('srt-relay')) return Number(pid);
  }
  throw new Error('there is no relay');
}

/** A way to `port` on which each nth packet of data gets lost. */
async function loseEvery(n: number, port: number): Promise<number> {
  const [front, back] = [createSocket('udp4'), createSocket('udp4')];
  stops.push(() => {
    front.close();
    back.close();
  });
  let caller = 0;
  let packets = 0;
  front.on('message', (bytes, { port: from }) => {
    caller = from;
    // Control packets have the first bit.
    const isData = (bytes[0] ?? 0) < 128;
    if (isData) packets += 1;
    if (!isData || packets % n !== 0) back.send(bytes, port, '127.0.0.1');
  });
  back.on('message', (bytes) => front.send(bytes, caller, '127.0.0.1'));
  front.bind(0, '127.0.0.1');
  back.bind(0, '127.0.0.1');
  await Promise.all([once(front, 'listening'), once(back, 'listening')]);
  return front.address().port;
}

it('a process of the core sends to its SRT server by placeholder, and another one reads from it', async () => {
  const { json } = await start({ CORE_SRT_ENABLE: 'true', CORE_SRT_ADDRESS: '127.0.0.1:0', CORE_SRT_TOKEN: 'T' });
  const add = (id: string, input: object, output: object) =>
    json('POST', '/api/v3/process', {
      ...{ id, reference: 'r', type: 'ffmpeg', options: [], autostart: true, reconnect: true },
      reconnect_delay_seconds: 1,
      input: [{ id: 'in', ...input }],
      output: [{ id: 'out', ...output }],
    });
  const list = async (): Promise<string> => {
    const { publisher, subscriber } = (await json('GET', '/api/v3/srt', undefined)).json();
    return `${Object.keys(publisher)} to ${Object.keys(subscriber)}`;
  };
  const [address = ''] = SOURCE.slice(-1);
  const source = { address, options: ['-re', '-f', 'lavfi'] };
  expect((await add('sender', source, { address: '{srt,name=ch1}', options: CODER })).status).toBe(200);
  await until(list, (names) => names === 'ch1 to ');
  const nowhere = { address: '-', options: ['-codec', 'copy', '-f', 'null'] };
  expect((await add('reader', { address: '{srt,name=ch1}', options: [] }, nowhere)).status).toBe(200);
  await until(list, (names) => names === 'ch1 to ch1');
});

it('a core whose SRT server is off has no list of its channels', async () => {
  const { json } = await start();
  expect((await json('GET', '/api/v3/srt', undefined)).status).toBe(404);
});

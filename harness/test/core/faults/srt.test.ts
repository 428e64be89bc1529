import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import type { SrtServer } from '../../../../server/srt/index.ts';
import { start, until } from '../testing.ts';
import { loseEvery, relayOf, runCaller, serveSrt, srtAddress } from './srtCallers.ts';

const SOURCE = ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=64x36:rate=25'];
const CODER = ['-codec:v', 'libx264', '-preset', 'ultrafast', '-g', '25', '-pix_fmt', 'yuv420p', '-f', 'mpegts'];
const publish = (port: number, streamId: string, more?: string) =>
  runCaller([...SOURCE, ...CODER, srtAddress(port, streamId, more)]);
const play = (port: number, streamId: string, more?: string) =>
  runCaller(['-i', srtAddress(port, streamId, more), '-frames:v', '10', '-f', 'null', '-']);

const onAir = (server: SrtServer, name: string) =>
  until(
    () => server.channels(),
    ({ publisher }) => name in publisher,
  );

it('the SRT server relays a stream between ffmpegs, counts its bytes and releases its name', async () => {
  const { server, sessions } = await serveSrt({ token: 'T' });
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

/** The pattern of media/diagnosis/coreLog.ts for this line. */
const WRONG = /FORBIDDEN.*passphrase/;

it.each([
  ['a wrong token', 'ch1,mode:publish,token:X', '', /FORBIDDEN.*invalid token/],
  ['a wrong passphrase', 'ch1,mode:publish,token:T', '&passphrase=another-passphrase', WRONG],
  ['no encryption', 'ch1,mode:publish,token:T', null, WRONG],
])('the SRT server rejects a caller with %s during the handshake', async (_, streamId, more, line) => {
  const { server, log } = await serveSrt({ token: 'T', passphrase: 'correct-passphrase' });
  const query = more === null ? '' : more || '&passphrase=correct-passphrase';
  const { code, said } = await publish(server.port, streamId, query).ended;
  expect(code).not.toBe(0);
  expect(said).toContain('failed');
  expect((await server.channels()).publisher).toEqual({});
  await until(
    async () => log.join('\n'),
    (text) => line.test(text),
  );
  expect(log.join('\n')).not.toContain('correct-passphrase');
});

it('the SRT server relays an encrypted stream', async () => {
  const { server } = await serveSrt({ passphrase: 'correct-passphrase' });
  publish(server.port, 'ch1,mode:publish', '&passphrase=correct-passphrase');
  await onAir(server, 'ch1');
  expect((await play(server.port, 'ch1', '&passphrase=correct-passphrase').ended).code).toBe(0);
});

it('the SRT server reports that its port is in use', async () => {
  const other = createSocket('udp4');
  other.bind(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  await expect(serveSrt({ address: `127.0.0.1:${other.address().port}` })).rejects.toThrow(
    'the port is in use by another program',
  );
});

it('the SRT server returns to its port after its relay was killed', async () => {
  const { server, log, sessions } = await serveSrt();
  const first = publish(server.port, 'ch1,mode:publish');
  await onAir(server, 'ch1');
  const relay = await relayOf(process.pid);
  process.kill(relay, 'SIGKILL');
  // libsrt notices by itself after 5 s without keepalives.
  await first.ended;
  expect(sessions.every(({ isClosed }) => isClosed)).toBe(true);
  publish(server.port, 'ch1,mode:publish');
  await onAir(server, 'ch1');
  expect(log.join('\n')).toContain('The relay ended, and starts anew');
});

it('the SRT server relays a complete stream despite packet loss', async () => {
  const { server } = await serveSrt();
  const lossy = await loseEvery(20, server.port);
  publish(lossy, 'ch1,mode:publish');
  await onAir(server, 'ch1');
  expect((await play(server.port, 'ch1').ended).code).toBe(0);
  const { connections, publisher } = await server.channels();
  const stats = connections[String(publisher.ch1)]?.stats;
  expect(stats?.recv_loss_pkt).toBeGreaterThan(0);
});

it('a process of the core sends to its SRT server by placeholder, and another one reads it', async () => {
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

it('a core with its SRT server off has no list of channels', async () => {
  const { json } = await start();
  expect((await json('GET', '/api/v3/srt', undefined)).status).toBe(404);
});

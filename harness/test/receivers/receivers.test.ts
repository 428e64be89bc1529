import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createRtmp } from '../../../server/rtmp/index.ts';
import type { Identity } from '../../../server/sessions/types.ts';
import type { Output, ServiceContext } from '../../../src/catalog/form/defineCatalogEntry.ts';
import type { Settings } from '../../../src/catalog/form/fields.ts';
import { serviceOf } from '../../../src/catalog/services/index.ts';
import { skillsOf } from '../../../src/media/encoding/skills.ts';
import { emptyStream } from '../../../src/media/encoding/streams.ts';
import { ownCertificate } from '../../streams/certificate.ts';
import { decode } from '../../streams/decode.ts';
import { decodedSeconds } from '../../streams/decodedSeconds.ts';
import { icecast } from '../../streams/icecast.ts';
import { listenOnLoopback } from '../../streams/listenOnLoopback.ts';
import { sampleOf } from '../testing/quickOrWholeSuite.ts';

const context: ServiceContext = {
  channel: '11111111-2222-4333-8444-555555555555',
  meta: { name: 'N', description: '' },
  streams: [],
  skills: skillsOf(null),
};
const outputOf = (id: string, settings: Settings): Output => {
  const [output] = serviceOf(id)?.outputs(settings, context) ?? [];
  if (!output) throw new Error(`${id} sends nothing`);
  return output;
};

const open: { stop(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((receiver) => receiver.stop()));
});

function spawnFfmpeg(args: string[]) {
  const child: ChildProcess = spawn('ffmpeg', ['-hide_banner', '-nostdin', ...args]);
  let log = '';
  child.stderr?.on('data', (text) => {
    log += text;
  });
  const end = once(child, 'close');
  open.push({ stop: () => child.kill('SIGKILL') && end });
  return { kill: () => child.kill('SIGKILL'), log: () => log, end: async () => ({ code: (await end)[0], log }) };
}

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=size=64x36:rate=10'];
const CODED = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '10'];
const sendOutput = ({ address, options }: Output, seconds: number, pace: string[] = []) =>
  spawnFfmpeg(['-v', 'error', ...pace, ...PICTURE, '-t', `${seconds}`, ...CODED, ...options, address]);

async function rtmpServer() {
  const published: string[] = [];
  const sessions = {
    open: (_: string, { local }: Identity) => {
      published.push(local);
      return { rx: () => {}, tx: () => {}, close: () => {}, tell: () => {} };
    },
  };
  const log = { write: () => {} };
  const rtmp = await createRtmp({ address: '127.0.0.1:0', app: '/live', token: '', sessions, log });
  open.push(rtmp);
  return { rtmp, published };
}

describe('the RTMP service', () => {
  it.each(
    sampleOf(
      [
        ['live/key', '', '/live/key'],
        ['live/', '/key?token=a&b=c', '/live/key'],
        ['live?backup=1', 'key', '/live/key'],
        ['live/instance', 'key', '/live/instance/key'],
        ['live/a/b', 'key', '/live/a/b/key'],
        ['live', 'a/key?sig=b/c:d', '/live/a/key'],
      ] as const,
      3,
    ),
  )('publishes to server %s with key %s as %s', async (server, rtmp_playpath, path) => {
    const { rtmp, published } = await rtmpServer();
    const address = `127.0.0.1:${rtmp.port}/${server}`;
    const sent = await sendOutput(outputOf('rtmp', { address, options: { rtmp_playpath } }), 0.5).end();
    expect(sent).toEqual({ code: 0, log: '' });
    expect(published).toEqual([`publish:${path}`]);
  });

  it('publishes encrypted to a server with a self-signed certificate', async () => {
    const { rtmp, published } = await rtmpServer();
    const secured = await listenOnLoopback(
      createTlsServer(ownCertificate(), (near) => {
        const upstream = connect(rtmp.port, '127.0.0.1');
        near.pipe(upstream).pipe(near);
        for (const [from, other] of [
          [near, upstream],
          [upstream, near],
        ] as const)
          from.on('error', () => other.destroy());
      }),
    );
    open.push({ stop: () => secured[Symbol.asyncDispose]() });
    const settings = { protocol: 'rtmps://', address: `${secured.host}/live`, options: { rtmp_playpath: 'key' } };
    expect(await sendOutput(outputOf('rtmp', settings), 0.5).end()).toEqual({ code: 0, log: '' });
    expect(published).toEqual(['publish:/live/key']);
  });
});

describe('the Icecast service', () => {
  const PASSWORD = 'p@ss:w/rd';
  let server: Awaited<ReturnType<typeof icecast>>;
  beforeAll(async () => {
    server = await icecast(PASSWORD);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const TONE = ['-re', '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000', '-ac', '2'];
  const VP9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '200k', '-g', '10'];
  it.each(
    sampleOf<[string, string, string[], ('audio' | 'video')[]]>(
      [
        ['aac', 'audio/aac', ['-c:a', 'aac'], ['audio']],
        ['mp3', 'audio/mpeg', ['-c:a', 'libmp3lame'], ['audio']],
        ['vorbis', 'audio/ogg', ['-c:a', 'libvorbis'], ['audio']],
        ['opus', 'audio/ogg', ['-c:a', 'libopus'], ['audio']],
        ['webm', 'video/webm', ['-c:a', 'libopus', ...VP9], ['audio', 'video']],
      ],
      5,
    ),
  )('sends %s to listeners with the type %s', async (kind, content, coded, types) => {
    const codecs = { audio: kind === 'webm' ? 'opus' : kind, video: 'vp9' };
    const streams = types.map((type) => ({ ...emptyStream, type, codec: codecs[type] }));
    const settings = { address: `${server.host}/${kind}`, username: '', password: PASSWORD };
    const [output] = serviceOf('icecast')?.outputs(settings, { ...context, streams }) ?? [];
    const picture = types.includes('video') ? ['-re', ...PICTURE] : [];
    const sender = spawnFfmpeg([
      '-v',
      'error',
      ...picture,
      ...TONE,
      ...coded,
      ...(output?.options ?? []),
      output?.address ?? '',
    ]);
    const url = `http://${server.host}/${kind}`;
    await expect
      .poll(() => decode(['-i', url], types.at(-1) ?? 'audio', 10).then(() => sender.log(), String), {})
      .toBe('');
    const listing = await fetch(url);
    expect(listing.headers.get('content-type')).toBe(content);
    expect(listing.headers.get('icy-name')).toBe('N');
    await listing.body?.cancel();
    sender.kill();
    await sender.end();
  });

  it('fails with status 401 on a wrong password', async () => {
    const [output] =
      serviceOf('icecast')?.outputs(
        { address: `${server.host}/no`, password: 'other' },
        { ...context, streams: [{ ...emptyStream, type: 'audio', codec: 'mp3' }] },
      ) ?? [];
    const sent = await spawnFfmpeg([
      '-v',
      'error',
      ...TONE,
      '-t',
      '2',
      '-c:a',
      'libmp3lame',
      ...(output?.options ?? []),
      output?.address ?? '',
    ]).end();
    expect(sent.code).not.toBe(0);
    expect(sent.log).toContain('401');
  });
});

const MANY = {
  ...{ latency: 200000, mss: 1400, nakreport: false, oheadbw: 30, sndbuf: 1000000, payload_size: 1316 },
  ...{ kmrefreshrate: 5, kmpreannounce: 2, iptos: '0x10', ipttl: 32, tlpktdrop: false, connect_timeout: 5000 },
};

const limitsOfSrt = (limit: 'min' | 'max'): Settings =>
  Object.fromEntries(
    Object.entries(serviceOf('srt')?.form(context) ?? {}).flatMap(([key, field]) =>
      field.kind === 'number' && field[limit] !== undefined ? [[key.replace('params.', ''), field[limit]]] : [],
    ),
  );

describe('the SRT service', () => {
  it.each(
    sampleOf(
      [
        ['plain', '#!::m=publish,r=cam', '', {}],
        ['encrypted', 'cam', 'secret.1234', { pbkeylen: '32', enforced_encryption: true }],
        ['with characters that an address must escape', 'a&b+c', 'p+ss & w%rd', {}],
        ['with many settings', 's', '', MANY],
        // A connect timeout of one millisecond would need a faster machine.
        ['with the shortest values that the form accepts', 's', '', { ...limitsOfSrt('min'), connect_timeout: 5000 }],
        // A larger MSS needs a receiver with the same one.
        ['with the longest values that the form accepts', 's', '', { ...limitsOfSrt('max'), mss: 1500 }],
        ['with the smallest buffer', 's', '', { sndbuf: 1500 }],
      ],
      7,
    ),
  )('connects %s', async (_, streamid, passphrase, more) => {
    const port = 20_000 + Math.floor(Math.random() * 9_000);
    const lock = passphrase === '' ? [] : ['-passphrase', passphrase];
    const quick = ['-v', 'debug', '-analyzeduration', '500000', '-fflags', 'nobuffer'];
    const receiver = spawnFfmpeg([
      ...[...quick, ...lock, '-i', `srt://127.0.0.1:${port}?mode=listener`],
      ...['-frames:v', '5', '-f', 'null', '-'],
    ]);
    const params = { streamid, passphrase, ...more };
    const sender = sendOutput(outputOf('srt', { address: `127.0.0.1:${port}`, params }), 6, ['-re']);
    expect((await receiver.end()).code).toBe(0);
    expect(receiver.log()).toContain(`accept streamid [${streamid}]`);
    expect(sender.log()).not.toMatch(/option|Unrecognized/i);
  });
});

describe('a recording copied from the segments of its channel', () => {
  let folder = '';
  let playlist = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'destinations-'));
    playlist = join(folder, 'channel.m3u8');
    const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=44100'];
    const encoder = spawnFfmpeg([
      ...['-v', 'error', ...PICTURE, ...tone, '-t', '20', ...CODED, '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
      ...['-f', 'hls', '-hls_time', '2', '-hls_list_size', '0', playlist],
    ]);
    expect((await encoder.end()).code).toBe(0);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const streams = [
    { ...emptyStream, type: 'video', codec: 'h264' },
    { ...emptyStream, type: 'audio', codec: 'aac' },
  ];
  const copied: ServiceContext = { ...context, streams, copied: ['video', 'audio'] };
  const copy = (id: string, settings: Settings) => {
    const [{ address, options } = { address: '', options: [] }] = serviceOf(id)?.outputs(settings, copied) ?? [];
    const disk = address.replace('{diskfs}', folder);
    const from = ['-v', 'error', '-re', '-i', playlist, '-map', '0:v', '-map', '0:a', '-c', 'copy'];
    return spawnFfmpeg([...from, ...options, disk]);
  };
  const recorded = async () =>
    (await readdir(folder)).filter((name) => name.startsWith('recording_')).map((name) => join(folder, name));
  const cleared = async () => Promise.all((await recorded()).map((file) => rm(file)));
  const token = '0123456789abcdef0123456789abcdef';

  it.each([
    ['mp4', 4],
    ['ts', 4],
  ])('is split as %s by the clock, and every file plays to its end @nightly', async (container, seconds) => {
    await cleared();
    const sender = copy('recording', { token, name: 'show %Y', container, seconds });
    expect(await sender.end()).toEqual({ code: 0, log: '' });
    const files = await recorded();
    expect(files.length).toBeGreaterThanOrEqual(4);
    let all = 0;
    for (const file of files) all += await decodedSeconds(file);
    expect(all).toBeGreaterThan(19.5);
    expect(all).toBeLessThan(20.5);
  });

  it('loses only the last seconds of its open file when it is killed', async () => {
    await cleared();
    const sender = copy('recording', { token, name: 'killed', seconds: 3600 });
    await expect
      .poll(async () => (await Promise.all((await recorded()).map((file) => stat(file))))[0]?.size ?? 0, {
        interval: 200,
      })
      .toBeGreaterThan(60_000);
    const began = (await recorded())[0] ?? '';
    const age = Date.now() / 1000 - Number(/_(\d+)_killed/.exec(began)?.[1]);
    sender.kill();
    await sender.end();
    // The decoder reports the truncated end. Everything before it must exist.
    expect(await decodedSeconds(began, 'cut off')).toBeGreaterThan(age - 8);
  });
});

interface Put {
  method: string;
  path: string;
  body: string;
}

async function uploads() {
  const puts: Put[] = [];
  const server = createServer((request, response) => {
    const body: Buffer[] = [];
    request.on('data', (part) => body.push(part));
    request.on('end', () => {
      const { method = '', url: path = '' } = request;
      puts.push({ method, path, body: Buffer.concat(body).toString('latin1') });
      response.end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  open.push({ stop: () => server.close() });
  const bound = server.address();
  return { puts, port: typeof bound === 'object' && bound ? bound.port : 0 };
}

type Choice = [id: string, key: string, value: unknown];

const choicesOf = (id: string): Choice[] =>
  Object.entries(serviceOf(id)?.form(context) ?? {}).flatMap(([key, field]): Choice[] => {
    if (!key.startsWith('options.')) return [];
    const name = key.replace('options.', '');
    if (field.kind === 'toggle') return [[id, name, !field.default]];
    if (field.kind !== 'select' && field.kind !== 'multiselect') return [];
    const values = field.options.filter(({ storedOnly }) => !storedOnly).map(({ value }) => value);
    return values.map((value) => [id, name, field.kind === 'select' ? value : [value]]);
  });

describe('an upload', () => {
  it.each(sampleOf([...choicesOf('hls'), ...choicesOf('dash')], 8))(
    'over %s with %s: %j can be played while it runs, or is rejected by the form',
    async (id, key, value) => {
      const { puts, port } = await uploads();
      const list = id === 'hls' ? 'a.m3u8' : 'a.mpd';
      const options = { [key]: value, hls_enc_key: '00112233445566778899aabbccddeeff' };
      // With immediate sending, ffmpeg has no single file.
      const settings = { address: `http://127.0.0.1:${port}/x/${list}`, options: { streaming: false, ...options } };
      if (Object.keys(serviceOf(id)?.faults(settings, context) ?? {}).length > 0)
        return expect(key).toBe('single_file');
      const { code, log } = await sendOutput(outputOf(id, settings), 9).end();
      expect([code, log]).toEqual([0, expect.not.stringMatching(/Could not write header/)]);
      // The last files can still be in flight after ffmpeg has ended.
      const written = (name: RegExp) => puts.filter(({ method, path }) => method !== 'DELETE' && name.test(path));
      await expect.poll(() => written(/\.(ts|m4s)$/).length).toBeGreaterThan(2);
      await expect.poll(() => written(/\.(m3u8|mpd)$/).length).toBeGreaterThan(1);
      expect(
        written(/\.(ts|m4s)$/)
          .filter(({ body }) => body === '')
          .map(({ path }) => path),
      ).toEqual([]);
    },
  );
});

it('the YouTube service uploads playlist and segments to the address with the key', async () => {
  const { puts, port } = await uploads();
  const local = (text: string) => text.replace('https://a.upload.youtube.com', `http://127.0.0.1:${port}`);
  const output = outputOf('youtube', { mode: 'hls', stream_key: 'k y&1' });
  const sent = await sendOutput({ address: local(output.address), options: output.options.map(local) }, 5).end();
  expect(sent.code).toBe(0);
  const file = `PUT /http_upload_hls?cid=k%20y%261&copy=0&file=${context.channel}`;
  const files = () => new Map(puts.map(({ method, path, body }) => [`${method} ${path}`, body]));
  await expect.poll(() => files().get(`${file}.m3u8`)).toContain('_1.ts');
  expect([...files().keys()]).toEqual(expect.arrayContaining([`${file}_0.ts`, `${file}_1.ts`]));
  expect(files().get(`${file}_0.ts`)?.charCodeAt(0)).toBe(0x47);
});

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../../testing.ts';
import type { Fixture } from '../fixture.ts';
import type { Scenario, Step } from '../scenario.ts';
import {
  addProcess,
  COPY_TO_NOWHERE,
  deleteFile,
  deleteProcess,
  metadata,
  order,
  picture,
  prepareCore,
  putFile,
  reload,
  sequenceOfSteps,
  stateOf,
  untilFramesCome,
  waitFor,
} from '../scenarioSteps.ts';

const probed = (input: unknown, more: object = {}): Step =>
  sequenceOfSteps(deleteProcess('rec:probe'), addProcess('rec:probe', { input, output: COPY_TO_NOWHERE, ...more }));
const inputAt = (address: string, ...options: string[]) => [{ id: 'i', address, options }];

const film: Step = async (fixture) => {
  const file = join(fixture.home, 'film.mp4');
  const sources = '-f lavfi -i testsrc2=size=640x360:rate=25 -f lavfi -i sine=frequency=440:sample_rate=48000 -t 3';
  const coders = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -metadata:s:a:0 language=deu -y';
  await promisify(execFile)('ffmpeg', ['-nostdin', ...sources.split(' '), ...coders.split(' '), file]);
  await putFile('/disk/probe.mp4', await readFile(file))(fixture);
};
const silence: Step = async (fixture) => {
  const server = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the silent server has no port');
  server.unref();
  fixture.names.push(['{{SILENT_HOST}}', `127.0.0.1:${address.port}`]);
  await probed(inputAt(`http://127.0.0.1:${address.port}/x`))(fixture);
};

export const probes: readonly Scenario[] = [
  {
    area: 'process-probe',
    phase: 'main',
    begin: sequenceOfSteps(prepareCore, film),
    before: {
      'good: two lavfi inputs': probed(picture()),
      'good: mp4 file on the disk storage': probed(inputAt('{diskfs}/probe.mp4')),
      'good: the same over http from the core': probed(inputAt('http://{{HOST}}/probe.mp4')),
      'connection refused': probed(inputAt('rtmp://127.0.0.1:9/live/x')),
      'http 404': probed(inputAt('http://{{HOST}}/memfs/none.m3u8')),
      'garbage file': sequenceOfSteps(
        putFile('/disk/garbage.bin', 'this is no media file\n'.repeat(50)),
        probed(inputAt('{diskfs}/garbage.bin')),
      ),
      'unknown option': probed(inputAt('x.mp4', '-nonsense', '1')),
      'missing device': probed(inputAt('/dev/video99', '-f', 'v4l2')),
      'a server that accepts and stays silent': silence,
      'probe while the process runs': sequenceOfSteps(
        deleteProcess('rec:probe'),
        addProcess('rec:probe'),
        order('rec:probe', 'start'),
        untilFramesCome('rec:probe'),
      ),
    },
  },
];

const snapshot = (color: string): Step =>
  sequenceOfSteps(
    addProcess('rec:snap', {
      autostart: true,
      reconnect: false,
      input: inputAt(`color=${color}:size=64x36`, '-f', 'lavfi'),
      output: [{ id: 'o', address: '{diskfs}/snap.jpg', options: ['-frames:v', '1', '-update', '1', '-y'] }],
    }),
    waitFor('rec:snap', ({ exec }) => exec === 'finished'),
    deleteProcess('rec:snap'),
  );
const keep =
  (path: string): Step =>
  async (fixture) =>
    fixture.memo.set(path, (await fixture.send({ path })).body);
const ended = async (fixture: Fixture): Promise<number> => {
  const report = await fixture.api('GET', '/v3/process/rec:ord/report');
  const history: unknown = typeof report === 'object' && report !== null ? Reflect.get(report, 'history') : null;
  return Array.isArray(history) ? history.length : 0;
};

export const extra: readonly Scenario[] = [
  {
    area: 'extra',
    phase: 'extra',
    begin: prepareCore,
    before: {
      'restart with reconnect off': sequenceOfSteps(
        addProcess('rec:nr', { autostart: true, reconnect: false }),
        untilFramesCome('rec:nr'),
        order('rec:nr', 'restart'),
        waitFor('rec:nr', ({ exec }) => exec !== 'finishing'),
      ),
      'PUT config without content type': deleteProcess('rec:nr'),
      'fMP4 playlist with session': sequenceOfSteps(
        putFile('/mem/f.m3u8', '#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:2,\nf_0.m4s\n'),
        putFile('/mem/f_0.m4s', Buffer.alloc(5000, 1)),
      ),
      'active sessions after playlist and fMP4 segment': (fixture) =>
        fixture.send({ path: '/memfs/f_0.m4s?session=7SBmNdKSbLdkrFbkDcSgLn' }),
      'snapshot on the disk storage': sequenceOfSteps(snapshot('red'), keep('/snap.jpg')),
      'the same after ffmpeg has written a new one': snapshot('blue'),
      'process whose referenced process was deleted, before reload': sequenceOfSteps(
        deleteFile('/disk/snap.jpg'),
        addProcess('rec:a'),
        addProcess('rec:b', { input: inputAt('#rec:a:output=output_0') }),
        deleteProcess('rec:a'),
      ),
      'process whose referenced process was deleted, after reload': reload,
      'output addresses as they reach ffmpeg': addProcess('rec:tee', {
        output: [
          { id: 'o', address: '[f=hls]{diskfs}/a.m3u8|[f=flv]{diskfs}/b.flv', options: [] },
          { id: 'p', address: '{diskfs}/c.mp4', options: [] },
          { id: 'q', address: '/dev/fb0', options: [] },
          { id: 'r', address: 'file:{diskfs}/d.mp4', options: [] },
        ],
      }),
      'global metadata after a reload, no process existed': sequenceOfSteps(
        deleteProcess('rec:tee'),
        metadata('/metadata/rec-keep', { n: 1 }),
        reload,
      ),
      'global metadata after a reload, one process existed': sequenceOfSteps(
        addProcess('rec:keep'),
        metadata('/metadata/rec-keep', { n: 2 }),
        metadata('/process/rec:keep/metadata/rec-keep', { p: 1 }),
        reload,
      ),
      'global metadata right after the last process was deleted': deleteProcess('rec:keep'),
      'the same after a reload': reload,
    },
    observe: {
      'is the delivered copy old': async (fixture) => {
        const before = fixture.memo.get('/snap.jpg');
        const isSame = (now: Buffer) => Buffer.isBuffer(before) && before.equals(now);
        const headers = { Authorization: `Bearer ${fixture.tokens.access}` };
        return {
          public_copy_unchanged: isSame((await fixture.send({ path: '/snap.jpg' })).body),
          file_changed: !isSame((await fixture.send({ path: '/api/v3/fs/disk/snap.jpg', headers })).body),
        };
      },
      'history and order over a reload': async (fixture) => {
        await addProcess('rec:ord', { autostart: true, input: picture(1), reconnect_delay_seconds: 1 })(fixture);
        const history_before = await until(
          () => ended(fixture),
          (count) => count === 2,
        );
        await reload(fixture);
        const history_after = await ended(fixture);
        const order_after = (await stateOf(fixture, 'rec:ord')).order;
        await deleteProcess('rec:ord')(fixture);
        return { history_before, history_after, order_after };
      },
      'start, start, stop, start sent at once': async (fixture) => {
        await addProcess('rec:par')(fixture);
        const answers = await Promise.all(
          ['start', 'start', 'stop', 'start'].map((word) =>
            fixture.send({
              method: 'PUT',
              path: '/api/v3/process/rec:par/command',
              headers: { Authorization: `Bearer ${fixture.tokens.access}`, 'Content-Type': 'application/json' },
              body: JSON.stringify({ command: word }),
            }),
          ),
        );
        const { order: state } = await stateOf(fixture, 'rec:par');
        return { statuses: answers.map(({ status }) => status), state };
      },
    },
  },
];

export const metrics: readonly Scenario[] = [
  { area: 'metrics', phase: 'open' },
  {
    area: 'metrics',
    phase: 'main',
    begin: prepareCore,
    before: {
      // The history starts with the first sample.
      history: (fixture) =>
        until(
          async () =>
            JSON.stringify(
              await fixture.api('POST', '/v3/metrics', {
                timerange_sec: 10,
                interval_sec: 2,
                metrics: [{ name: 'uptime_uptime' }],
              }),
            ),
          (text) => text.split('[1').length > 2,
        ),
    },
  },
];

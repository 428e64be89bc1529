import { describe, expect, it } from 'vitest';
import { About } from '../../api/answers/about.ts';
import { Config } from '../../api/answers/config.ts';
import { Process } from '../../api/answers/process.ts';
import { anonymisedReport, maskText } from './anonymisedReport.ts';

const CHANNEL = '11111111-2222-4333-8444-555555555555';

it.each([
  ['rtsp://admin:secret@192.0.2.10:554/cam', 'rtsp://***@192.0.2.10:554/cam'],
  ['rtsp://admin:p@ss@192.0.2.10/cam?user=1', 'rtsp://***@192.0.2.10/cam?user=1'],
  [
    `[hls @ 0x5] Opening 'http://admin:QZFwhw64@127.0.0.1:8080/memfs/${CHANNEL}_0020.ts' for writing`,
    `[hls @ 0x5] Opening 'http://***@127.0.0.1:8080/memfs/${CHANNEL}_0020.ts' for writing`,
  ],
  [`rtmp://localhost/live/${CHANNEL}.stream?token=abc`, `rtmp://localhost/live/${CHANNEL}.stream?token=***`],
  [`rtmp://localhost/live/${CHANNEL}.stream/abc`, `rtmp://localhost/live/${CHANNEL}.stream/***`],
  [`'rtmp://localhost/${CHANNEL}.stream':`, `'rtmp://localhost/${CHANNEL}.stream':`],
  ["Output #0, flv, to 'rtmp://a.example/live2/abcd-efgh':", "Output #0, flv, to 'rtmp://a.example/live2/***':"],
  ['rtmps://f.example:443/rtmp/FB-1?s_bl=1&a=Abx', 'rtmps://f.example:443/rtmp/***'],
  [
    'srt://a.example:6000?mode=caller&streamid=x,mode:publish,token:t&passphrase=0123456789&latency=20',
    'srt://a.example:6000?mode=caller&streamid=***&passphrase=***&latency=20',
  ],
  [
    'https://a.example/http_upload_hls?cid=abcd&copy=0&file=x.m3u8',
    'https://a.example/http_upload_hls?cid=***&copy=0&file=x.m3u8',
  ],
  ['-passphrase hunter2 -y', '-passphrase *** -y'],
  ['-srt_streamid a&b -f mpegts', '-srt_streamid *** -f mpegts'],
  ['Authorization: Bearer abc.def', 'Authorization: Bearer ***'],
  ['{"access_token":"eyJhbGciOi.eyJleHA.c2ln","a":1}', '{"access_token":"***","a":1}'],
  ['"password": "hunter2", "x"', '"password": "***", "x"'],
  ['rtmp://127.0.0.1/live/abcd: Input/output error', 'rtmp://127.0.0.1/live/***: Input/output error'],
  // Nothing to hide
  ['frame= 250 fps= 25 q=-1.0 size=N/A time=00:00:10.00 bitrate=N/A speed=1x', null],
  ['[tcp @ 0x1] Connection to tcp://127.0.0.1:1?tcp_nodelay=0 failed: Connection refused', null],
  ['  Stream #0:0: Video: h264 (High), yuv420p, 1920x1080, 25 fps, 90k tbn', null],
  ['testsrc2=rate=25:size=640x360', null],
])('a log line is anonymised: %s', (line, expected) => expect(maskText(line)).toBe(expected ?? line));

describe('the debug report', () => {
  const report = anonymisedReport({
    about: About.parse({
      app: 'datarhei-core',
      id: 'the-id',
      auths: ['localjwt', 'auth0 tenant.example/x'],
      version: {},
    }),
    skillsVersion: '5.1.9',
    config: Config.parse({
      host: { name: ['tv.example'] },
      api: { auth: { enable: true, username: 'admin', password: 'hunter2', jwt: { secret: 's3cret' } } },
      rtmp: { enable: true, app: '/live', token: 'tok' },
      storage: { cors: { origins: ['*'] }, disk: { dir: '/home/someone/data', cache: { types: ['.ts'] } } },
      sessions: { ip_ignorelist: ['203.0.113.0/24'], max_sessions: 5 },
      service: { token: '' },
    }),
    process: Process.parse({
      id: 'p',
      config: {
        id: 'p',
        input: [{ id: 'input_0', address: 'rtsp://u:p@cam.example:554/secret/path', options: ['-re'] }],
        output: [
          { id: 'output_0', address: '{memfs}/x.m3u8', options: ['/home/someone/file.mp4', '-rtmp_playpath', 'k3y'] },
        ],
      },
      state: { order: 'start', exec: 'failed', last_logline: 'rtsp://u:p@cam.example/secret: Connection refused' },
      report: {
        prelude: [],
        log: [
          ['1', 'Failed to resolve hostname cam.example: Name or service not known'],
          ['2', "to 'http://a:b@localhost:8080/memfs/x.m3u8'"],
        ],
      },
      metadata: { 'restreamer-ui': { settings: { password: 'hunter2' } } },
    }),
    log: ['ts=1 component="SRT" msg="refused" address="127.0.0.1:6000" client="198.51.100.7:48707" status="FORBIDDEN"'],
  });
  const text = JSON.stringify(report);

  it.each([
    ...['tv.example', 'tenant.example', 'hunter2', 's3cret', 'k3y', 'tok"', '/live', '203.0.113', 'the-id', 'admin'],
    ...['cam.example', 'secret/path', 'someone', 'a:b@', '198.51.100'],
  ])('does not contain %s', (secret) => expect(text).not.toContain(secret));

  it('keeps technical details', () => {
    expect(report).toMatchObject({
      about: { app: 'datarhei-core', auths: ['localjwt', 'auth0'] },
      ffmpeg: { version: '5.1.9' },
      config: {
        api: { auth: { enable: true } },
        storage: { cors: { origins: ['*'] }, disk: { cache: { types: { allow: ['.ts'] } } } },
        sessions: { max_sessions: 5 },
        service: { token: '' },
      },
      process: {
        config: { input: [{ address: 'rtsp://***', options: ['-re'] }], output: [{ address: '{memfs}/x.m3u8' }] },
        state: { last_logline: 'rtsp://***: Connection refused' },
      },
      log: [expect.stringContaining('address="127.0.0.1:6000" client="***" status="FORBIDDEN"')],
    });
    expect(text).toContain('http://***@localhost:8080/memfs/x.m3u8');
    expect(text).toContain('***/file.mp4');
  });
});

describe('the debug report, with values typed for servers or viewers', () => {
  const input = {
    id: 'input_0',
    address: 'anullsrc',
    options: ['-user_agent', 'Ann 1 of Bern', '-vf', 'movie=rtsp\\://u\\:PW0rdPW0rd@cam\\:554/x,scale=2'],
  };
  const options = ['-metadata', 'title=Ann is on', '-rtmp_app', 'venue-42', '-codec:v', 'libx264', '-b:v', '4500k'];
  const output = { id: 'output_0', address: 'rtmp://h/a/k3yk3yk3y', options };
  const report = anonymisedReport({
    about: About.parse({ app: 'datarhei-core', version: {} }),
    skillsVersion: '5.1.9',
    config: null,
    process: Process.parse({
      id: 'p',
      config: { id: 'p', input: [input], output: [output] },
      state: {
        order: 'start',
        exec: 'failed',
        last_logline: 'rtmp://h/a/k3yk3yk3y: Server error: other_key_1234 is taken',
        command: [...input.options, ...options, output.address],
      },
      report: {
        prelude: [],
        log: [
          ['1', 'connecting as Ann 1 of Bern to venue-42: Ann is on, refused'],
          ['2', 'login u with PW0rdPW0rd refused'],
        ],
      },
    }),
    log: [],
  });
  const text = JSON.stringify(report);

  it.each(['Ann 1 of Bern', 'Ann is on', 'venue-42', 'PW0rdPW0rd', 'cam\\\\', 'other_key', 'k3yk3y'])(
    'does not contain %s',
    (typed) => expect(text).not.toContain(typed),
  );

  it.each(['title=***', '"-rtmp_app","***"', '"libx264"', '"4500k"', ',scale=2', 'is taken', 'refused'])(
    'contains %s',
    (shown) => expect(text).toContain(shown),
  );
});

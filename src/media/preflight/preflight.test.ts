import { describe, expect, it } from 'vitest';
import { endpointOf, reachIn } from '../address/endpoint.ts';
import { platformLimits } from '../encoding/platformLimits.ts';
import { emptyStream } from '../encoding/streams.ts';
import type { Destination, Flight, Grade } from './preflightTypes.ts';
import { headlineOf, runPreflightChecks, worstFirst } from './runPreflightChecks.ts';

describe('the endpoint of a destination', () => {
  it.each<[string, string | null]>([
    ['rtmp://a.rtmp.youtube.com/live2/KEY', 'a.rtmp.youtube.com:1935'],
    ['RTMPS://live.example.org/app/KEY', 'live.example.org:443'],
    ['rtmps://user:p%40ss@live.example.org:8443/app', 'live.example.org:8443'],
    ['rtmp://user:p@ss@live.example.org:1936', 'live.example.org:1936'],
    ['https://a.upload.youtube.com/http_upload_hls?cid=KEY&file=x.m3u8', 'a.upload.youtube.com:443'],
    ['icecast://source:hackme@radio.example.org:8000/live', 'radio.example.org:8000'],
    ['rtsp://[2001:db8::1]:8554/x', '[2001:db8::1]:8554'],
    ['rtsp://cam.example.org/x', 'cam.example.org:554'],
    ['srt://a.example.org:9000?streamid=x', null],
    ['udp://239.0.0.1:1234', null],
    ['/core/data/recordings/x.mp4', null],
    ['tcp://a.example.org', null],
    ['rtmp://a.example.org:99999/live', null],
    ['rtmp:///live', null],
    ['-', null],
    ['', null],
  ])('is extracted from %s', (address, expected) => {
    const found = endpointOf({ address, options: [] });
    expect(found && `${found.host}:${found.port}`).toBe(expected);
  });

  it('is unknown behind a proxy', () => {
    const options = ['-http_proxy', 'http://10.0.0.1:3128'];
    expect(endpointOf({ address: 'https://example.org/x', options })).toBeNull();
  });
});

// Recorded with ffmpeg 5.1.
it.each([
  ['answers', ["Input #0, data, from 'tcp://127.0.0.1:19351':", '  Stream #0:0: Data: none']],
  ['refused', ['[tcp @ 0x55] Connection to tcp://127.0.0.1:19352 failed: Connection refused']],
  ['unresolved', ['[tcp @ 0x55] Failed to resolve hostname no.such.invalid: Name or service not known']],
  ['silent', ['tcp://192.0.2.1:1935: Connection timed out']],
  ['unknown', ['Option timeout not found.']],
  ['unknown', []],
])('the log of a probe shows the result: %s', (reach, log) => {
  expect(reachIn(['ffmpeg version 5.1.9', ...log])).toBe(reach);
});

const video = { ...emptyStream, type: 'video', codec: 'h264', width: 1920, height: 1080 } as const;
const audio = { ...emptyStream, type: 'audio', codec: 'aac' } as const;
const usage = (percent: number) => ({ used: 0, limit: 100, percent, warning: false });
const resources = {
  uptimeSeconds: 1,
  cpu: { ...usage(20), cores: 2 },
  memory: usage(30),
  memfs: usage(10),
  disk: usage(10),
  network: usage(0),
  sessions: usage(0),
  warning: false,
};

const NOTHING = { videoKbit: null, audioKbit: null, keyframe: null, profile: null };

const good: Destination = {
  id: 'p',
  name: 'YouTube',
  service: 'youtube',
  on: true,
  sending: null,
  fault: null,
  twins: [],
  ways: [{ to: 'a.rtmp.youtube.com:1935', reach: 'answers' }],
  streams: [video, audio],
  takes: { video: ['h264'], audio: ['aac'] },
  target: 'flv',
  copies: { video: true, audio: true },
  encoded: NOTHING,
  limits: platformLimits[0] ?? null,
  records: null,
};

const connected = {
  ...({ status: 'connected', order: 'start', seconds: 60, uptimeSeconds: 60, fps: 30, bitrateKbit: null } as const),
  ...{ speed: 1, q: -1, frames: 1800, drop: 0, dup: 0 },
};

const off = { status: 'disconnected', order: 'stop', seconds: 1, retryIn: null } as const;

const flight: Flight = {
  progress: connected,
  figures: {
    seconds: 2,
    video: { codec: 'h264', frames: 60, fps: 30, keyframeSeconds: 2, kbit: 4500, holes: [] },
    audio: { codec: 'aac', profile: null, rate: 48_000, channels: 2, kbit: 128, holes: [] },
  },
  wantedFps: 30,
  encodes: false,
  passed: [],
  resources,
  upload: 20_000,
  clockSkew: 400,
  tls: { on: true, isAutomatic: false, isMissing: false, trusted: true, daysLeft: null },
  hold: { status: 'none' },
  destinations: [good],
};

it('all checks pass without problems', () => {
  const judged = runPreflightChecks(flight);
  expect(judged.grade).toBe('good');
  expect(
    [...judged.channel, ...(judged.destinations[0]?.lines ?? [])].map(({ check, grade }) => [check, grade]),
  ).toEqual(
    ['source', 'even', 'sound', 'encoder', 'memory', 'disk', 'upload', 'certificate', 'clock', 'reach'].map((check) => [
      check,
      'good',
    ]),
  );
});

const figures = flight.figures;
const video2 = figures?.video;
if (!figures || !video2) throw new Error('figures');

describe('the checks of the channel', () => {
  it.each<[string, Partial<Flight>, Grade]>([
    ['standby', { hold: { status: 'ready', isOver: false } }, 'good'],
    ['standby', { hold: { status: 'slate', since: 0, why: 'order', limitAt: null } }, 'good'],
    ['standby', { hold: { status: 'gone' } }, 'fail'],
    ['standby', { hold: { status: 'waiting' } }, 'unchecked'],
    ['standby', { hold: { status: 'cannot', obstacle: 'drawing' } }, 'unchecked'],
    ['standby', { hold: { status: 'cannot', obstacle: 'codec' } }, 'care'],
    ['source', { progress: off }, 'fail'],
    ['source', { progress: { status: 'error', order: 'start', seconds: 1, retryIn: 5, message: '' } }, 'fail'],
    ['source', { progress: { status: 'connecting', order: 'start', seconds: 1 } }, 'care'],
    ['even', { figures: null }, 'unchecked'],
    ['even', { figures: { ...figures, video: { ...video2, holes: [{ at: 1, seconds: 0.8 }] } } }, 'care'],
    ['even', { figures: { ...figures, video: { ...video2, fps: 2 } } }, 'care'],
    ['even', { figures: { ...figures, video: { ...video2, fps: 2 } }, wantedFps: null }, 'care'],
    ['even', { figures: { ...figures, video: { ...video2, fps: 9.9 } }, wantedFps: null }, 'good'],
    ['sound', { figures: { ...figures, audio: null } }, 'care'],
    ['encoder', { encodes: true, progress: { ...connected, speed: 0.6 } }, 'fail'],
    ['playback', { passed: [{ ...video, pix_fmt: 'yuv422p10le' }] }, 'care'],
    ['playback', { passed: [video, { ...audio, layout: '5.1(side)' }] }, 'care'],
    ['playback', { passed: [{ ...video, rotation: 90 }] }, 'care'],
    ['encoder', { resources: { ...resources, cpu: { ...usage(95), cores: 2 } }, progress: off }, 'fail'],
    ['encoder', { resources: { ...resources, cpu: { ...usage(95), cores: 2 } } }, 'care'],
    ['encoder', { resources: { ...resources, cpu: { ...usage(80), cores: 2 } } }, 'care'],
    ['encoder', { resources: null }, 'unchecked'],
    ['memory', { resources: { ...resources, memfs: usage(99) }, progress: off }, 'fail'],
    ['memory', { resources: { ...resources, memfs: usage(99) } }, 'care'],
    ['memory', { resources: null }, 'unchecked'],
    ['disk', { resources: { ...resources, disk: usage(99) } }, 'care'],
    ['upload', { upload: null }, 'unchecked'],
    ['upload', { upload: 4000 }, 'fail'],
    ['upload', { upload: 4000, destinations: [{ ...good, sending: { seconds: 60, kbit: 4000 } }] }, 'care'],
    ['upload', { upload: 5000 }, 'care'],
    ['upload', { figures: null }, 'unchecked'],
    [
      'certificate',
      { tls: { on: true, isAutomatic: false, isMissing: false, trusted: false, daysLeft: null } },
      'unchecked',
    ],
    ['certificate', { tls: { on: true, isAutomatic: false, isMissing: false, trusted: false, daysLeft: 14 } }, 'good'],
    ['certificate', { tls: { on: true, isAutomatic: false, isMissing: false, trusted: true, daysLeft: 13 } }, 'care'],
    ['certificate', { tls: { on: true, isAutomatic: false, isMissing: false, trusted: true, daysLeft: 0 } }, 'care'],
    ['certificate', { tls: { on: true, isAutomatic: false, isMissing: false, trusted: true, daysLeft: -1 } }, 'fail'],
    ['certificate', { tls: { on: true, isAutomatic: true, isMissing: true, trusted: false, daysLeft: null } }, 'care'],
    ['certificate', { tls: { on: true, isAutomatic: true, isMissing: false, trusted: true, daysLeft: -1 } }, 'fail'],
    ['certificate', { tls: { on: true, isAutomatic: true, isMissing: false, trusted: true, daysLeft: 13 } }, 'care'],
    ['certificate', { tls: { on: true, isAutomatic: true, isMissing: false, trusted: true, daysLeft: 30 } }, 'good'],
    ['clock', { clockSkew: -120_000 }, 'care'],
    ['clock', { clockSkew: null }, 'unchecked'],
  ])('grade "%s" with %j', (check, change, grade) => {
    expect(runPreflightChecks({ ...flight, ...change }).channel.find((line) => line.check === check)?.grade).toBe(
      grade,
    );
  });

  it('leave out irrelevant findings', () => {
    const { channel } = runPreflightChecks({
      ...flight,
      destinations: [],
      tls: { on: false, isAutomatic: false, isMissing: false, trusted: false, daysLeft: null },
    });
    expect(channel.map(({ check }) => check)).not.toEqual(expect.arrayContaining(['upload']));
    expect(channel.map(({ check }) => check)).not.toEqual(expect.arrayContaining(['certificate']));
  });
});

describe('the checks of a destination', () => {
  const own = { copies: { video: false, audio: false } };
  const made = (encoded: Partial<Destination['encoded']>) => ({ ...own, encoded: { ...NOTHING, ...encoded } });
  const limitOf = (service: string) => platformLimits.find(({ id }) => id === service) ?? null;
  const reach = (...all: Destination['ways'][number]['reach'][]) => ({
    ways: all.map((reach, n) => ({ to: `h${n}:1935`, reach: reach })),
  });
  it.each<[string, Partial<Destination>, Grade | undefined]>([
    ['settings', { fault: { field: 'Stream key', text: 'This field is required.' } }, 'fail'],
    ['twins', { twins: ['YouTube 2'] }, 'fail'],
    ['reach', reach('answers', 'refused'), 'fail'],
    ['reach', reach('unresolved'), 'fail'],
    ['reach', reach('silent'), 'fail'],
    ['reach', reach('unknown'), 'unchecked'],
    ['reach', { ways: [{ to: null, reach: 'unknown' }] }, 'unchecked'],
    ['reach', { ways: [] }, undefined],
    ['codecs', { streams: [{ ...video, codec: 'hevc' }, audio] }, 'fail'],
    ['codecs', { streams: [video, { ...audio, codec: 'opus' }] }, 'fail'],
    ['codecs', { streams: [video], limits: null }, 'care'],
    ['codecs', { streams: [video] }, undefined],
    ['codecs', { streams: [video], takes: { video: ['h264'], audio: ['aac', 'none'] } }, undefined],
    ['codecs', { takes: null, streams: [] }, undefined],
    ['passthrough', { streams: [{ ...video, profile: 'High 4:2:2' }, audio] }, 'care'],
    ['passthrough', { streams: [video, { ...audio, codec: 'mp3', sampling_hz: 48_000 }] }, 'fail'],
    ['passthrough', { target: undefined, streams: [{ ...video, profile: 'High 4:2:2' }, audio] }, undefined],
    ['passthrough', { ...own, streams: [{ ...video, profile: 'High 4:2:2' }, audio] }, undefined],
    ['passthrough', { streams: [{ ...video, field_order: 'interlaced' }, audio] }, undefined],
    ['silent', { streams: [video] }, 'care'],
    ['silent', { streams: [] }, undefined],
    ['silent', { streams: [video], limits: null }, undefined],
    ['keyframes', made({ keyframe: 10 }), 'care'],
    ['keyframes', made({ keyframe: 2 }), undefined],
    ['keyframes', { ...made({ keyframe: 10 }), streams: [audio] }, undefined],
    ['videoKbit', made({ videoKbit: 90_000 }), 'care'],
    ['audioKbit', made({ audioKbit: 640 }), 'care'],
    ['fps', { ...own, streams: [{ ...video, ...{ fps: 120 } }, audio] }, 'care'],
    ['fps', { ...own, streams: [{ ...video, ...{ fps: 59.94 } }, audio] }, undefined],
    ['size', { limits: limitOf('facebook'), streams: [{ ...video, width: 3840, height: 2160 }, audio] }, 'care'],
    ['size', { limits: limitOf('facebook'), streams: [{ ...video, width: 1080, height: 1920 }, audio] }, undefined],
    ['profile', { limits: limitOf('facebook'), ...made({ profile: 'high' }) }, 'care'],
    ['profile', { limits: limitOf('dacast'), ...made({ profile: 'high' }) }, undefined],
    ['videoKbit', { limits: null, ...made({ videoKbit: 90_000 }) }, undefined],
    ['keyframes', { limits: limitOf('instagram'), ...made({ keyframe: 99 }) }, undefined],
  ])('grade "%s" with %j', (check, change, grade) => {
    const [found] = runPreflightChecks({ ...flight, destinations: [{ ...good, ...change }] }).destinations;
    expect(found?.lines.find((line) => line.check === check)?.grade).toBe(grade);
  });

  // 4628 kbit/s: 2 GB per hour.
  const GB = 1e9;
  const disk = (free: number) => ({ resources: { ...resources, disk: { ...usage(50), limit: free + 5, used: 5 } } });
  const records = (more: object = {}, usedBytes = 0) => ({
    kept: { seconds: 3600, days: 0, files: 0, gigabytes: 0, ...more },
    held: usedBytes,
  });
  it.each<[Destination['records'], Partial<Flight>, Grade | undefined]>([
    [null, disk(GB), undefined],
    [records(), disk(10 * GB), 'care'],
    [records(), disk(100 * GB), 'good'],
    [records({ days: 1 }), disk(60 * GB), 'good'],
    [records({ files: 3 }), disk(7 * GB), 'good'],
    [records({ files: 3 }), disk(5 * GB), 'care'],
    [records({ files: 3 }, 4 * GB), disk(5 * GB), 'good'],
    [records(), disk(0), 'care'],
    [records(), { resources: null }, 'unchecked'],
    [records(), { ...disk(GB), figures: null }, 'unchecked'],
  ])('grade a recording with %j on a machine with %j', (records, change, grade) => {
    const destination = { ...good, ways: [{ to: null, reach: 'unknown' as const }], records: records };
    const judged = runPreflightChecks({ ...flight, ...change, destinations: [destination] });
    const gradeOfCheck = (check: string) => judged.destinations[0]?.lines.find((line) => line.check === check)?.grade;
    expect(gradeOfCheck('room')).toBe(grade);
    // A recording needs neither a connection nor upload.
    expect(gradeOfCheck('reach')).toBe(records ? undefined : 'unchecked');
    expect(judged.channel.some(({ check }) => check === 'upload')).toBe(records === null);
  });

  it.each<[string, Partial<Destination>, Grade | undefined]>([
    ['reach', reach('refused'), 'good'],
    ['twins', { twins: ['YouTube 2'] }, 'care'],
    ['settings', { fault: { field: 'Stream key', text: 'This field is required.' } }, 'care'],
    ['codecs', { streams: [{ ...video, codec: 'hevc' }, audio] }, 'care'],
  ])('never fail while it is sending: "%s" with %j', (check, change, grade) => {
    const sending = { seconds: 600, kbit: 1300 };
    const [found] = runPreflightChecks({ ...flight, destinations: [{ ...good, ...change, sending }] }).destinations;
    expect(found?.lines.find((line) => line.check === check)?.grade).toBe(grade);
    expect(found?.grade).not.toBe('fail');
  });

  it.each([
    [{ seconds: 600, kbit: 1300 }, 'It has been live for {{time}}, with {{n}} Mbit/s.'],
    [{ seconds: 600, kbit: null }, 'It has been live for {{time}}.'],
    [{ seconds: null, kbit: null }, 'It is live now.'],
  ])('report it as live if it is sending %j', (sending, text) => {
    const [found] = runPreflightChecks({ ...flight, destinations: [{ ...good, sending }] }).destinations;
    expect(found?.lines.map(({ sentence }) => sentence.text)).toEqual([text]);
  });

  it('have the grade of their worst finding, as does the overall result', () => {
    const bad = { ...good, id: 'q', fault: { field: 'Stream key', text: 'This field is required.' } };
    const judged = runPreflightChecks({ ...flight, destinations: [good, bad] });
    expect(judged.destinations.map(({ grade }) => grade)).toEqual(['good', 'fail']);
    expect(judged.grade).toBe('fail');
  });

  it('double the upload for two connections', () => {
    const twice = { ...good, ways: [...good.ways, ...good.ways] };
    const { channel } = runPreflightChecks({ ...flight, upload: 8000, destinations: [twice] });
    expect(channel.find(({ check }) => check === 'upload')?.grade).toBe('fail');
  });
});

describe('the summary of all checks', () => {
  const failing = {
    ...good,
    id: 'q',
    name: 'Refused',
    fault: { field: 'Stream key', text: 'This field is required.' },
  };
  it.each<[string, Partial<Flight>, string, object]>([
    ['all is well', {}, 'Ready to go live.', {}],
    ['a warning', { upload: 5000 }, 'You can go live, but read the warnings first.', {}],
    ['the channel is off', { progress: off }, 'Something will fail. Fix it before you go live.', {}],
    [
      'one of two fails',
      { destinations: [good, failing] },
      '{{n}} of {{m}} will fail: {{names}}',
      { n: 1, m: 2, names: 'Refused' },
    ],
    [
      'a failure is named before the channel',
      { progress: off, destinations: [failing] },
      '{{n}} of {{m}} will fail: {{names}}',
      { n: 1, m: 1, names: 'Refused' },
    ],
  ])('states the overall result: %s', (_, change, text, values) =>
    expect(headlineOf(runPreflightChecks({ ...flight, ...change }))).toEqual({ text, values }),
  );

  it('sorts findings by grade and keeps the order otherwise', () => {
    const graded = (['good', 'fail', 'unchecked', 'good', 'care', 'fail'] as const).map((grade, id) => ({ id, grade }));
    expect(worstFirst(graded).map(({ id }) => id)).toEqual([1, 5, 4, 2, 0, 3]);
  });
});

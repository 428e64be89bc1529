import { describe, expect, it } from 'vitest';
import coders from './fixtures/coder-vectors.json' with { type: 'json' };
import processes from './fixtures/process-vectors.json' with { type: 'json' };
import recorded from './fixtures/recorded-processes.json' with { type: 'json' };
import services from './fixtures/services.json' with { type: 'json' };
import sources from './fixtures/source-vectors.json' with { type: 'json' };
import { intendedDifferences } from './intendedDifferences.ts';
import { judgeVectors } from './judgeVectors.ts';

const LEVEL = '1.1.0';

it.each([
  ['sources', LEVEL, sources, [], 90],
  ['sources', '1.14.0', sources, [], 101],
  ['coders', LEVEL, coders, [], 54],
  ['coders', '1.14.0', coders, [], 82],
  ['processes', LEVEL, processes, [], 40],
  ['processes', '1.14.0', processes, [], 42],
  ['recorded installations', LEVEL, recorded, [], 67],
  ['services', LEVEL, services, ['services'], 35],
  ['services', '1.14.0', services, ['services'], 56],
])('%s at level %s match the vectors', (_, level, file, kinds, atLeast) => {
  const { passed, failed } = judgeVectors(file, { level, kinds });
  expect(failed).toEqual([]);
  expect(passed).toBeGreaterThanOrEqual(atLeast);
});

const file = {
  format: 'coder test vectors v1',
  vectors: [
    {
      ...{
        id: 'vaapi-vbr',
        level: LEVEL,
        kind: 'encoder',
        type: 'video',
        coder: 'h264_vaapi',
        settings: { rc_mode: '3' },
      },
      expected: {
        settings: { rc_mode: '3', bitrate: '4096', fps: '25', gop: '2', quality: '-1', profile: '77' },
        mapping: [
          ...['-vaapi_device', '/dev/dri/renderD128', '-vf', 'format=nv12,hwupload', '-codec:v', 'h264_vaapi'],
          ...['-profile:v', '77', '-quality', '-1', '-b:v', '4096k', '-maxrate', '4096k', '-bufsize', '4096k'],
          ...['-r', '25', '-vsync', '1', '-g', '50'],
        ],
      },
    },
  ],
};

const capitals = {
  format: 'source test vectors v1',
  vectors: [
    {
      id: 'capitals',
      level: LEVEL,
      kind: 'network',
      settings: { address: 'SRT://Cam.Example:6000' },
      expected: [
        {
          address: 'SRT://Cam.Example:6000',
          options: ['-fflags', '+genpts', '-thread_queue_size', '512'],
        },
      ],
    },
  ],
  protocolVectors: ['RTSPS', 'rtsps'].map((name) => ({
    id: `capitals-${name}`,
    address: 'RTSPS://Cam.Example/S',
    expected: {
      class: name,
      valid: true,
      auth: false,
      supportedWhenInputListIs: { list: ['rtsp', 'rtsps'], result: false },
    },
  })),
};

it('capitals in a protocol are lowercased, as an intended difference', () => {
  const { failed, passed, stated } = judgeVectors(capitals, { level: LEVEL, kinds: [] });
  expect(failed).toEqual([]);
  expect([passed, stated.size]).toEqual([3, 2]);
});

const typed = {
  services: [
    {
      id: 'red5',
      examples: [
        {
          settings: { protocol: 'rtsp://', address: 'h:8554', username: 'u' },
          reference: [{ address: 'rtsp://h:8554/live/myStream', options: ['-f', 'rtsp'] }],
        },
      ],
    },
    {
      id: 'srt',
      examples: [
        {
          settings: { address: 'h:6000', params: { latency: '0200000', oheadbw: '12.50', passphrase: '0123456789' } },
          reference: [
            {
              address: 'srt://h:6000?latency=0200000&oheadbw=12.50&transtype=live&passphrase=0123456789',
              options: ['-bsf:v', 'dump_extra', '-f', 'mpegts'],
            },
          ],
        },
      ],
    },
    {
      id: 'hls',
      examples: [
        {
          settings: { address: 'h/m.m3u8', options: { headers: 'A: b\nC: d' } },
          reference: [
            {
              address: 'https://h/m.m3u8',
              options: [
                ...['-f', 'hls', '-hls_init_time', '0', '-hls_time', '2', '-hls_list_size', '5'],
                ...['-hls_delete_threshold', '1', '-hls_start_number_source', 'generic', '-start_number', '0'],
                ...['-hls_allow_cache', '0', '-hls_enc', '0', '-hls_segment_type', 'mpegts'],
                ...['-hls_fmp4_init_filename', 'init.mp4', '-hls_fmp4_init_resend', '0', '-method', 'PUT'],
                ...['-http_persistent', '0', '-ignore_io_errors', '0', '-headers', 'A: b\nC: d'],
              ],
            },
          ],
        },
      ],
    },
  ],
};

const lowLatency = {
  format: 'process test vectors v1',
  vectors: processes.vectors
    .filter(({ id }) => id === 'proc-06')
    .map((vector) => JSON.parse(JSON.stringify(vector).replaceAll('.mpd', '.m3u8'))),
};

const padded = {
  format: 'source test vectors v1',
  vectors: [
    {
      ...{ id: 'padded', level: LEVEL, kind: 'network' },
      settings: { address: 'udp://@:5000', general: { thread_queue_size: '01024' } },
      expected: [{ address: 'udp://@:5000', options: ['-fflags', '+genpts', '-thread_queue_size', '01024'] }],
    },
  ],
};

it.each([
  ['typed text', typed, 3],
  ['low latency at the address of a playlist', lowLatency, 1],
  ['a number with a leading zero', padded, 1],
])('%s is read with an intended difference', (_, file, all) => {
  const { failed, passed, stated } = judgeVectors(file, { level: LEVEL, kinds: [] });
  expect(failed).toEqual([]);
  expect([passed, stated.size > 0]).toEqual([all, true]);
});

it('every intended difference is used', () => {
  const files = [file, capitals, typed, lowLatency, padded, sources, coders, processes, recorded, services];
  const used = files.flatMap((file) =>
    [LEVEL, '1.14.0'].flatMap((level) => [...judgeVectors(file, { level, kinds: [] }).stated.keys()]),
  );
  expect(intendedDifferences.map(({ reason }) => reason).filter((reason) => !used.includes(reason))).toEqual([]);
});

describe('the evaluator of vectors', () => {
  const file = (...vectors: unknown[]) => ({ format: 'source test vectors v1', vectors });
  const valid = { id: 'a', level: 'both', kind: 'noaudio', settings: {}, expected: [{ address: '', options: [] }] };
  const judged = (vectors: unknown[], kinds: string[] = []) => judgeVectors(file(...vectors), { level: LEVEL, kinds });

  it('prints a difference on one line', () =>
    expect(judged([{ ...valid, expected: [] }]).failed).toEqual([
      'a: value is [{"address":"","options":[]}], expected []',
    ]));
  it('fails for missing features', () =>
    expect(judged([{ ...valid, kind: 'drum' }]).failed).toEqual(["a: no source 'drum'"]));
  it('skips vectors of other levels', () => expect(judged([{ ...valid, level: '1.14.0' }]).passed).toBe(0));
  it('counts oddities separately', () =>
    expect(judged([{ ...valid, quirk: true }])).toMatchObject({ passed: 0, quirks: 1 }));
  it('filters by kind', () =>
    expect(judged([valid, { ...valid, kind: 'drum' }], ['noaudio'])).toMatchObject({ passed: 1, failed: [] }));
  it('rejects unknown formats', () =>
    expect(() => judgeVectors({ format: 'x' }, { level: LEVEL, kinds: [] })).toThrow("'x'"));
  it('accepts each permitted result of an example, under any id', () => {
    const example = { storedId: 'datarhei_core', label: 'ff6.1', settings: { v2_address: 'rtmp://h/live/s' } };
    const judgeWith = (...accept: unknown[]) =>
      judgeVectors(
        { services: [{ id: 'datarheicore', examples: [{ ...example, accept }] }] },
        { level: LEVEL, kinds: [] },
      );
    const sent = (options: string[]) => [{ address: 'rtmp://h/live/s', options: ['-f', 'flv', ...options] }];
    const newer = sent(['-rtmp_enhanced_codecs', 'hvc1,av01,vp09']);
    expect(judgeWith(sent([]), newer)).toMatchObject({ passed: 1, failed: [] });
    expect(judgeWith(sent([]), sent(['-y'])).failed).toHaveLength(1);
  });
  it('lists vectors that only pass with an intended difference', () =>
    expect([...judgeVectors(processes, { level: LEVEL, kinds: ['process'] }).stated.values()].every((n) => n > 0)).toBe(
      true,
    ));
});

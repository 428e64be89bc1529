import { describe, expect, it } from 'vitest';
import { Config } from '../../api/answers/config.ts';
import { ProcessConfig } from '../../api/answers/process.ts';
import { networkOf } from '../address/channelAddresses.ts';
import { parseEgressMetadata, parseIngestMetadata } from '../stored/metadata.ts';
import { egressProcess } from './egress.ts';
import { ingestProcess } from './ingest.ts';
import { probeProcess } from './probeProcess.ts';
import { snapshotProcess } from './snapshot.ts';

const channel = '11111111-2222-4333-8444-555555555555';
const networkOn = (config: object) =>
  networkOf({ config: Config.parse(config), page: new URL('http://h.example:8080'), channel });
const on = { version: 3, rtmp: { enable: true, app: '/live' }, srt: { enable: true } };
const network = networkOn({});

type Output = NonNullable<ReturnType<typeof ingestProcess>>['output'][number];
const optionOf = (output: Output | undefined, option: string) => {
  const at = output?.options.indexOf(option) ?? -1;
  return at < 0 ? undefined : output?.options[at + 1];
};

const stored = {
  sources: [
    {
      type: 'network',
      inputs: [{ address: 'rtsp://192.0.2.10/s', options: ['-re'] }],
      streams: [{ type: 'video', codec: 'h264' }],
    },
  ],
  profiles: [{ video: { source: 0, stream: 0, encoder: { coder: 'copy', mapping: ['-codec:v', 'copy'] } } }],
};
const ingest = (control: unknown = {}, servers: object = {}) =>
  ingestProcess({ channel, metadata: parseIngestMetadata({ ...stored, control }), network: networkOn(servers) });

describe('the ingest process', () => {
  it.each([
    ['HLS', 'hls', ['.ts', '.m4s']],
    ['RTMP', 'rtmp', []],
  ])('removes what an encoder has pushed by %s, except playlists', (_, type, suffixes) => {
    const pushed = { type: 'network', settings: { mode: 'push', push: { type } } };
    const sources = stored.sources.map((source) => ({ ...source, ...pushed }));
    const made = ingestProcess({
      channel,
      metadata: parseIngestMetadata({ ...stored, sources }),
      network: networkOn({}),
    });
    const rules = made?.output[0]?.cleanup?.filter(({ pattern }) => pattern.includes('/ingest/'));
    expect(rules).toEqual(
      suffixes.map((suffix) => ({
        pattern: `memfs:/ingest/${channel}*${suffix}`,
        ...{ max_files: 0, max_file_age_seconds: 120, purge_on_delete: false },
      })),
    );
  });

  it('writes one playlist into the memory storage', () =>
    expect(ingest()).toEqual({
      type: 'ffmpeg',
      id: `restreamer-ui:ingest:${channel}`,
      reference: channel,
      input: [{ id: 'input_0', address: 'rtsp://192.0.2.10/s', options: ['-re'] }],
      output: [
        {
          id: 'output_0',
          address: `{memfs}/${channel}.m3u8`,
          options: [
            ...['-dn', '-sn', '-map', '0:0', '-codec:v', 'copy', '-an'],
            ...['-metadata', `title=http://h.example:8080/${channel}/oembed.json`],
            ...['-metadata', 'service_provider=Sluice'],
            ...['-f', 'hls', '-hls_start_number_source', 'epoch', '-hls_time', '2', '-hls_list_size', '6'],
            ...['-hls_flags', 'discont_start+delete_segments+omit_endlist'],
            ...['-hls_segment_filename', `{memfs}/${channel}_%04d.ts`, '-method', 'PUT'],
          ],
          cleanup: [
            { pattern: `memfs:/${channel}_*.ts`, max_files: 8, max_file_age_seconds: 16, purge_on_delete: true },
            { pattern: `memfs:/${channel}.m3u8`, max_files: 0, max_file_age_seconds: 0, purge_on_delete: true },
          ],
        },
      ],
      options: ['-err_detect', 'ignore_err', '-y'],
      autostart: true,
      reconnect: true,
      reconnect_delay_seconds: 15,
      stale_timeout_seconds: 30,
    }));

  it.each([
    ['a playlist of custom length', { segmentDuration: 4, listSize: 10 }, [12, 48]],
    ['files of any age without cleanup', { cleanup: false }, [8, 0]],
    ['all segments', { listSize: 0 }, [0, 0]],
  ])('keeps %s', (_, hls, [files, age]) =>
    expect(ingest({ hls })?.output[0]?.cleanup?.[0]).toMatchObject({ max_files: files, max_file_age_seconds: age }),
  );

  it.each([
    ['starts over at each start, numbered by the clock', { segmentDuration: 2, listSize: 30 }, 'discont_start'],
    ['continues, so that viewers can rewind', { segmentDuration: 2, listSize: 31 }, 'append_list'],
    ['continues, as no segments are lost', { listSize: 0 }, 'append_list'],
  ])('writes a playlist that %s', (_, hls, flag) => {
    const made = ingest({ hls })?.output[0];
    expect(optionOf(made, '-hls_flags')).toBe(`${flag}+delete_segments+omit_endlist`);
    const starts = [optionOf(made, '-hls_start_number_source'), optionOf(made, '-start_number')];
    expect(starts).toEqual(flag === 'append_list' ? [undefined, '0'] : ['epoch', undefined]);
  });

  it('never deletes its playlist by age, because readers would end', () => {
    const rules = [ingest({}), ingest({ hls: newer })].flatMap((made) => made?.output[0]?.cleanup ?? []);
    const lists = rules.filter(({ pattern }) => pattern.endsWith('.m3u8'));
    expect(lists.map(({ max_file_age_seconds }) => max_file_age_seconds)).toEqual([0, 0, 0]);
  });

  const newer = { storage: 'memfs', version: 3, master_playlist: true, dated: true };
  const output = (hls: object, control: object = {}) => ingest({ hls: { ...newer, ...hls }, ...control })?.output[0];
  const flags = 'discont_start+delete_segments+program_date_time';

  it.each([
    ['a master playlist', {}, '{memfs}/C_{outputid}.m3u8', `${flags}+temp_file`, '{memfs}/C_{outputid}_%04d.ts', 12],
    [
      'a media playlist only',
      { master_playlist: false },
      '{memfs}/C.m3u8',
      `${flags}+temp_file`,
      '{memfs}/C_%04d.ts',
      12,
    ],
    [
      'independent segments on the disk',
      { storage: 'diskfs', version: 6 },
      '{diskfs}/C_{outputid}.m3u8',
      `${flags}+independent_segments+temp_file`,
      '{diskfs}/C/{outputid}/%Y%m%d/%s.ts',
      12,
    ],
    [
      'segments of MP4 without dates',
      { version: 7, master_playlist: false, dated: false },
      '{memfs}/C.m3u8',
      'discont_start+delete_segments+independent_segments+omit_endlist',
      '{memfs}/C_%04d.mp4',
      8,
    ],
  ])('writes %s', (_, hls, address, flagged, segments, files) => {
    const named = (text: string) => text.replaceAll('/C', `/${channel}`);
    const made = output(hls);
    expect(made).toMatchObject({ address: named(address) });
    expect(optionOf(made, '-hls_flags')).toBe(flagged);
    expect(optionOf(made, '-hls_segment_filename')).toBe(named(segments));
    expect(made?.cleanup?.map(({ max_files }) => max_files).sort((a, b) => b - a)[0]).toBe(files);
    const storage = address.slice(1, address.indexOf('}'));
    expect(made?.cleanup?.every(({ pattern }) => pattern.startsWith(`${storage}:/`))).toBe(true);
    expect(made?.options.includes('-method')).toBe(storage === 'memfs');
  });

  it.each([
    ['a master playlist, which would not name it otherwise', {}, ['-b:v', '4096k']],
    ['no master playlist', { master_playlist: false }, []],
    ['a custom preset', { lhls: true }, []],
  ])('sets a bitrate for copied streams with %s', (_, hls, rates) => {
    const options = output(hls)?.options ?? [];
    const at = options.findIndex((option) => option.startsWith('service_provider='));
    expect(options.slice(at + 1, at + 1 + Math.max(1, rates.length))).toEqual(rates.length > 0 ? rates : ['-f']);
  });

  it.each([
    ['nothing', {}, on, null],
    ['RTMP', { rtmp: { enable: true } }, on, [`[f=flv]{rtmp,name=${channel}.stream}`]],
    ['SRT', { srt: { enable: true } }, on, [`[f=mpegts]{srt,name=${channel},mode=publish}`]],
    [
      'both',
      { rtmp: { enable: true }, srt: { enable: true } },
      on,
      [`[f=flv]{rtmp,name=${channel}.stream}`, `[f=mpegts]{srt,name=${channel},mode=publish}`],
    ],
    ['nothing to servers that are off', { rtmp: { enable: true }, srt: { enable: true } }, { version: 3 }, null],
    ['nothing to servers that an older core cannot name', { rtmp: { enable: true } }, { ...on, version: 2 }, null],
  ])('also sends to %s', (_, control, servers, feeds) => {
    const made = ingest({ hls: newer, ...control }, servers)?.output[0];
    const [hls = '', ...others] = made?.address.split('|') ?? [];
    expect(others).toEqual(feeds ?? []);
    expect(optionOf(made, '-f')).toBe(feeds ? 'tee' : 'hls');
    if (feeds) expect(hls).toContain(`:hls_segment_filename={memfs^:}/${channel}_{outputid}_%04d.ts:`);
  });

  it.each([
    [`rtmp://localhost/live/${channel}.stream?token=x`, false],
    [`rtmps://localhost:1936/live/${channel}.stream`, false],
    [`{rtmp,name=${channel}.stream}`, false],
    [`{srt,name=${channel}.stream,mode=request}`, true],
    [`rtmp://localhost/live/another.stream`, true],
    [`rtmp://a.example/live/${channel}.stream`, true],
  ])('sends to the RTMP server while it reads %s: %s', (address, expected) => {
    const [source] = stored.sources;
    const sources = [{ ...source, inputs: [{ address, options: [] }] }];
    const control = { hls: newer, rtmp: { enable: true } };
    const metadata = parseIngestMetadata({ ...stored, sources, control });
    const made = ingestProcess({ channel, metadata, network: networkOn(on) });
    expect(made?.output[0]?.address.includes('[f=flv]')).toBe(expected);
  });

  it('disables muxer buffering and converts AAC for MP4, with one output and with several', () => {
    const sound = { source: 0, stream: 1, encoder: { coder: 'copy', mapping: ['-codec:a', 'copy'] } };
    const [source] = stored.sources;
    const streams = [
      { type: 'video', codec: 'h264' },
      { type: 'audio', codec: 'aac', stream: 1 },
    ];
    const made = (control: object) => {
      const sources = [{ ...source, streams }];
      const profiles = [{ ...stored.profiles[0], audio: sound }];
      const metadata = parseIngestMetadata({ ...stored, sources, profiles, control });
      return ingestProcess({ channel, metadata, network: networkOn(on) })?.output[0];
    };
    const control = { hls: { ...newer, version: 7 }, process: { low_delay: true } };
    const single = made(control)?.options ?? [];
    const at = single.indexOf('-flags');
    expect(single.slice(at, at + 6)).toEqual(['-flags', '+low_delay', '-bsf:a', 'aac_adtstoasc', '-f', 'hls']);
    const both = made({ ...control, srt: { enable: true } });
    expect(both?.address.startsWith('[bsfs/a=aac_adtstoasc:f=hls:')).toBe(true);
    expect(optionOf(both, '-flags')).toBe('+low_delay+global_header');
  });

  it('deletes old low-latency segments, but not their init segments', () => {
    const cleanup = output({ lhls: true, dated: false, master_playlist: false })?.cleanup ?? [];
    expect(cleanup.find(({ pattern }) => pattern.includes('chunk-'))).toMatchObject({ max_files: 8 });
    expect(cleanup.find(({ pattern }) => pattern.includes('init-'))).toMatchObject({ max_file_age_seconds: 0 });
  });

  it('sends limits only if some are stored', () =>
    expect(ingest({ limits: { cpu_usage: 50 } })?.limits).toEqual({
      cpu_usage: 50,
      memory_mbytes: 0,
      waitfor_seconds: 5,
    }));

  it('is null while the profile is incomplete', () =>
    expect(ingestProcess({ channel, metadata: parseIngestMetadata({}), network })).toBeNull());

  // Plain ffmpeg would prefix progress lines with their level, and the core would not recognize them.
  it('never sets a log level', () => expect(JSON.stringify(ingest())).not.toContain('loglevel'));
});

it('the snapshot process takes one picture per interval, and does not start if snapshots are off', () => {
  const snapshot = (enable: boolean, storage = 'memfs') =>
    snapshotProcess({
      channel,
      metadata: parseIngestMetadata({ control: { hls: { storage }, snapshot: { enable, interval: 10 } } }),
    });
  expect(snapshot(true)).toMatchObject({
    id: `restreamer-ui:ingest:${channel}_snapshot`,
    input: [{ address: `{memfs}/${channel}.m3u8` }],
    output: [{ address: `{memfs}/${channel}.jpg` }],
    autostart: true,
    reconnect: true,
    reconnect_delay_seconds: 10,
  });
  expect(snapshot(true, 'diskfs')).toMatchObject({
    input: [{ address: `{diskfs}/${channel}.m3u8` }],
    output: [{ address: `{memfs}/${channel}.jpg` }],
  });
  expect(snapshot(false)).toMatchObject({ autostart: false, reconnect: false });
});

it('the probe process is never started', () =>
  expect(probeProcess(channel, [{ address: 'a', options: [] }])).toMatchObject({
    id: `restreamer-ui:ingest:${channel}_probe`,
    autostart: false,
    reconnect: false,
  }));

it('all processes get addresses with a lowercase protocol', () => {
  const sources = [{ ...stored.sources[0], inputs: [{ address: 'RTSP://Cam.Example/Live', options: [] }] }];
  const metadata = parseIngestMetadata({ ...stored, sources });
  expect(metadata.sources[0]?.inputs[0]?.address).toBe('RTSP://Cam.Example/Live');
  const probed = probeProcess(channel, metadata.sources[0]?.inputs ?? []);
  const sent = egressProcess({
    channel,
    service: 'rtmp',
    uuid: 'u',
    metadata: parseEgressMetadata({
      outputs: [{ address: 'RTMPS://A.Example/App/Key', options: ['-f', 'flv'] }],
      profiles: stored.profiles,
    }),
    streams: metadata.sources[0]?.streams ?? [],
  });
  for (const process of [ingestProcess({ channel, metadata, network }), probed])
    expect(process?.input[0]?.address).toBe('rtsp://Cam.Example/Live');
  expect(sent?.output[0]?.address).toBe('rtmps://A.Example/App/Key');
});

describe('the egress process', () => {
  const streams = parseIngestMetadata({
    streams: [
      { type: 'video', codec: 'h264', stream: 0 },
      { type: 'audio', codec: 'aac', stream: 1 },
    ],
  }).streams;
  const copy = (type: string, stream: number) => ({
    source: 0,
    stream,
    encoder: { coder: 'copy', mapping: [`-codec:${type}`, 'copy'] },
  });
  const outputs = [{ address: 'rtmp://a.example/app/key', options: ['-f', 'flv'] }, { address: 'b' }];
  const timeout = ['-rw_timeout', '5000000'];
  const egress = (profile: unknown, to: unknown = outputs) => {
    const metadata = parseEgressMetadata({ outputs: to, profiles: [profile] });
    return egressProcess({ channel, service: 'rtmp', uuid: channel, metadata, streams });
  };

  it('sends the playlist of its channel to every output', () =>
    expect(egress({ video: copy('v', 0), audio: copy('a', 1) })).toMatchObject({
      id: `restreamer-ui:egress:rtmp:${channel}`,
      reference: channel,
      input: [{ address: `{memfs}/${channel}.m3u8`, options: ['-re'] }],
      output: [
        {
          id: 'output_0',
          address: 'rtmp://a.example/app/key',
          options: ['-map', '0:0', '-codec:v', 'copy', '-map', '0:1', '-codec:a', 'copy', '-f', 'flv', ...timeout],
        },
        { id: 'output_1', address: 'b' },
      ],
    }));

  const five = { ffmpeg: { version: '5.1', major: 5, minor: 1 }, codecs: { video: { hevc: ['x'] }, audio: {} } };
  const six = { ...five, ffmpeg: { version: '6.1', major: 6, minor: 1 } };
  const mapped = ['-map', '0:0', '-codec:v', 'copy', '-an'];
  it.each([
    ['hls+memfs', six, `{memfs}/${channel}.m3u8`, ['-re']],
    ['hls+diskfs', six, `{diskfs}/${channel}.m3u8`, ['-re']],
    ['rtmp', six, `{rtmp,name=${channel}.stream}`, ['-rtmp_enhanced_codecs', 'hvc1']],
    ['rtmp', five, `{rtmp,name=${channel}.stream}`, []],
    ['rtmp', { ...six, codecs: { video: {}, audio: {} } }, `{rtmp,name=${channel}.stream}`, []],
    ['srt', six, `{srt,name=${channel},mode=request}`, []],
  ])('reads the feed %s', (source, skills, address, options) => {
    const metadata = parseEgressMetadata({
      ...{ outputs, profiles: [{ video: copy('v', 0) }] },
      control: { source: { source }, process: { low_delay: true } },
    });
    const made = egressProcess({ channel, service: 'rtmp', uuid: channel, metadata, streams, skills });
    expect(made?.input).toEqual([{ id: 'input_0', address, options }]);
    expect(made?.output.map((output) => output.options)).toEqual([
      ['-flags', '+low_delay', ...mapped, '-f', 'flv', ...timeout],
      ['-flags', '+low_delay', ...mapped],
    ]);
  });

  it.each([
    ['rtmp://h/a/k', timeout],
    ['RTMPS://h/a/k', timeout],
    ['rtmpt://h/a/k', []],
    ['rtmpts://h/a/k', []],
    ['srt://h:1', []],
  ])('limits the write to %s with the options %j', (address, options) => {
    const made = egress({ video: copy('v', 0) }, [{ address, options: ['-f', 'x'] }]);
    expect(made?.output[0]?.options).toEqual([...mapped, '-f', 'x', ...options]);
  });

  it('sends audio alone', () =>
    expect(egress({ audio: copy('a', 1) })?.output[0]?.options.slice(0, 3)).toEqual(['-vn', '-map', '0:1']));

  it.each([
    ['no outputs', { video: copy('v', 0) }, []],
    ['no streams', {}, outputs],
  ])('is null with %s', (_, profile, to) => expect(egress(profile, to)).toBeNull());
});

it('the ingest process matches the schema of the core', () => expect(ProcessConfig.parse(ingest())).toEqual(ingest()));

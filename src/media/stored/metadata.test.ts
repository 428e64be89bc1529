import { describe, expect, it } from 'vitest';
import { ingestDefaults, parseEgressMetadata, parseGlobalMetadata, parseIngestMetadata, storedAs } from './metadata.ts';

const defaults = parseIngestMetadata({});
const classic = { storage: 'memfs', version: 3, master_playlist: false, dated: false };
const newer = { ...classic, master_playlist: true, dated: true };

describe('ingest metadata', () => {
  it('starts with the defaults of the specification', () =>
    expect(ingestDefaults('Livestream')).toMatchObject({
      version: 1,
      sources: [],
      streams: [],
      control: {
        hls: { lhls: false, segmentDuration: 2, listSize: 6, cleanup: true },
        process: { autostart: true, reconnect: true, delay: 15, staleTimeout: 30 },
        snapshot: { enable: true, interval: 60 },
      },
      meta: { name: 'Livestream', description: '', author: { name: '', description: '' } },
      license: 'CC BY 4.0',
      profiles: [{ video: { source: -1, stream: -1 }, custom: { selected: false, stream: -1 } }],
    }));

  it.each([
    ['nothing', null],
    ['text', 'x'],
    ['a list', []],
    ['an unknown version', { version: 2, license: 'none' }],
    ['a version before the first', { version: '0.9.0', license: 'none' }],
    ['a version of the future', { version: '2.0.0', license: 'none' }],
    ['parts of the wrong kind', { sources: 'x', profiles: 5, control: [], meta: 7, player: 'no', streams: {} }],
  ])('falls back to defaults for %s', (_, raw) => expect(parseIngestMetadata(raw)).toEqual(defaults));

  it.each([['1'], ['1.1.0'], ['1.2.0'], ['1.14.0'], ['1.14.0-rc.1'], ['1.15.0-dev'], ['1.99.3+build']])(
    'of release %s is readable, and is written back as version 1',
    (version) =>
      expect(parseIngestMetadata({ version, license: 'none' })).toMatchObject({ version: 1, license: 'none' }),
  );

  it.each([
    ['nothing', undefined, 'readable'],
    ['removed metadata', null, 'readable'],
    ['no version', {}, 'readable'],
    ['version 1', { version: 1 }, 'readable'],
    ['a release candidate', { version: '1.14.0-rc.1' }, 'readable'],
    ['version 2', { version: 2 }, 'newer'],
    ['release 2', { version: '2.0.0' }, 'newer'],
    ['release 10', { version: '10.0.0' }, 'newer'],
    ['a version of another kind', { version: null }, 'newer'],
    ['text', 'x', 'newer'],
    ['a list', [], 'newer'],
    ['a number', 0, 'newer'],
  ])('with %s is classified as readable or newer', (_, raw, status) =>
    expect(storedAs(parseIngestMetadata, raw).status).toBe(status),
  );

  it('returns the version that it cannot read', () =>
    expect([{ version: 2 }, { version: '2.0.0' }, 'x'].map((raw) => storedAs(parseIngestMetadata, raw))).toEqual(
      ['2', '2.0.0', ''].map((version) => ({ status: 'newer', version })),
    ));

  it('converts figures that were stored as text', () => {
    const { control } = parseIngestMetadata({ control: { process: { delay: '5', staleTimeout: '20' } } });
    expect(control.process).toMatchObject({ autostart: true, reconnect: true, delay: 5, staleTimeout: 20 });
  });

  it.each([
    ['nothing, as before 1.2', undefined, {}, classic],
    ['nothing, as in version 1', 1, {}, classic],
    ['nothing, as in 1.1.0', '1.1.0', {}, classic],
    ['nothing, as since 1.2', '1.2.0', {}, newer],
    ['nothing, in a release candidate', '1.14.0-rc.1', {}, newer],
    ['invalid values, as before 1.2', 1, { storage: 's3', version: 5, master_playlist: 'yes' }, classic],
    ['invalid values, as since 1.2', '1.14.0', { storage: 7, version: null, master_playlist: 1 }, newer],
    ['a version stored as text', 1, { version: '7' }, { ...classic, version: 7 }],
    [
      'all settings',
      1,
      { storage: 'diskfs', version: 6, master_playlist: true, dated: true },
      { storage: 'diskfs', version: 6, master_playlist: true, dated: true },
    ],
  ])('keeps the HLS settings in force: of %s', (_, version, hls, expected) =>
    expect(parseIngestMetadata({ version, control: { hls } }).control.hls).toMatchObject(expected),
  );

  it.each([
    ['1.14.0', { cpu_usage: 0, memory_mbytes: 0, waitfor_seconds: 5 }],
    [1, undefined],
  ])('has the limits of version %s', (version, limits) => {
    expect(parseIngestMetadata({ version }).control.limits).toEqual(limits);
    expect(parseEgressMetadata({ version }).control.limits).toEqual(limits);
  });

  it.each([
    ['1.14.0', { hls: { master_playlist: false } }],
    ['1.3.0', { rtmp: { enable: true }, process: { low_delay: true } }],
    [1, { hls: { storage: 'diskfs', version: 7 } }],
    [1, {}],
  ])('has the same meaning after it is written as version 1: %s %j', (version, control) => {
    const once = parseIngestMetadata({ version, control });
    expect(once.version).toBe(1);
    expect(parseIngestMetadata(JSON.parse(JSON.stringify(once)))).toEqual(once);
  });

  it('converts options that were stored as numbers', () => {
    const sources = [{ type: 'network', inputs: [{ address: 'a', options: ['-thread_queue_size', 512] }] }];
    expect(parseIngestMetadata({ sources }).sources[0]?.inputs[0]?.options).toEqual(['-thread_queue_size', '512']);
  });

  it('keeps unknown keys at every depth', () => {
    const raw = {
      version: 1,
      added: 1,
      control: { rtmp: { enable: true }, hls: { storage: 'diskfs' } },
      meta: { author: { mail: 'x' } },
      sources: [{ type: 'network', extra: 2, streams: [{ type: 'video', fps: 25 }] }],
      profiles: [{ video: { source: 0, note: 'x' } }],
    };
    expect(parseIngestMetadata(raw)).toMatchObject(raw);
  });

  it('is unchanged by a second read', () => {
    const once = parseIngestMetadata({ version: '1.14.0', meta: { name: 'A' }, profiles: [newerProfile] });
    expect(parseIngestMetadata(JSON.parse(JSON.stringify(once)))).toEqual(once);
  });
});

const newerProfile = {
  video: {
    source: 0,
    stream: 0,
    encoder: {
      coder: 'h264_vaapi',
      settings: { bitrate: '4096' },
      mapping: {
        global: [['-vaapi_device', '/dev/dri/renderD128']],
        local: ['-codec:v', 'h264_vaapi'],
        filter: ['format=nv12', 'hwupload'],
      },
    },
    decoder: { coder: 'cuda', settings: {}, mapping: { global: [], local: ['-hwaccel', 'cuda'], filter: [] } },
    filter: { graph: 'scale=1280:720', settings: { scale: {} } },
  },
  audio: {
    source: 1,
    stream: 0,
    encoder: {
      coder: 'aac',
      settings: { bitrate: '128' },
      mapping: { global: [], local: ['-codec:a', 'aac', '-b:a', '128k'], filter: [] },
    },
    decoder: { coder: 'default', settings: {}, mapping: { global: [], local: [], filter: [] } },
    filter: {
      graph: ['aresample=osr=48000:ochl=mono'],
      settings: { aresample: { settings: { channels: '1', layout: 'mono', sampling: '48000' }, graph: '…' } },
    },
  },
};

describe('profiles of newer releases', () => {
  const [{ video, audio, custom }] = parseIngestMetadata({ version: '1.14.0', profiles: [newerProfile] }).profiles;

  it('have their arguments in one list', () => {
    expect(video.encoder.mapping).toEqual([
      ...['-vaapi_device', '/dev/dri/renderD128', '-codec:v', 'h264_vaapi'],
      ...['-vf', 'scale=1280:720,format=nv12,hwupload'],
    ]);
    expect(video.decoder.mapping).toEqual(['-hwaccel', 'cuda']);
    expect(audio.encoder.mapping).toEqual([
      ...['-codec:a', 'aac', '-b:a', '128k', '-af', 'aresample=osr=48000:ochl=mono'],
    ]);
  });

  it('have the audio settings back in the encoder', () =>
    expect(audio.encoder.settings).toEqual({ bitrate: '128', channels: '1', layout: 'mono', sampling: '48000' }));

  it('separate filters and global arguments', () => {
    expect(video.filter).toMatchObject(newerProfile.video.filter);
    expect(audio.filter).toMatchObject({ graph: 'aresample=osr=48000:ochl=mono' });
    expect([video.encoder.global, audio.encoder.global]).toEqual([
      [['-vaapi_device', '/dev/dri/renderD128']],
      undefined,
    ]);
  });

  it.each([
    ['leftovers of the upgrade to 1.2', 'aresample=osr=1', ['-af', 'aresample=osr=2'], [], 'aresample=osr=1'],
    [
      'filters that the encoder had before the list existed',
      'volume=2',
      ['-af', 'aformat=s16'],
      [],
      'volume=2,aformat=s16',
    ],
    ['filters that the encoder needs', 'volume=2', [], ['aformat=s16', 'anull'], 'volume=2,aformat=s16,anull'],
    ['nothing', '', [], [], undefined],
  ])('join filters: %s', (_, graph, local, filter, expected) => {
    const encoder = { coder: 'x', mapping: { global: [], local: ['-codec:a', 'x', ...local], filter } };
    const profile = { audio: { encoder, filter: { graph, settings: {} } } };
    expect(parseIngestMetadata({ version: '1.14.0', profiles: [profile] }).profiles[0].audio.encoder.mapping).toEqual([
      ...['-codec:a', 'x'],
      ...(expected === undefined ? [] : ['-af', expected]),
    ]);
  });

  it('move filters out of the settings of the encoder, where some releases stored them', () => {
    const encoder = { coder: 'libx264', settings: { bitrate: '1', filter_graph: 'hflip' }, mapping: ['-vf', 'hflip'] };
    const [{ video: read }] = parseIngestMetadata({ version: 1, profiles: [{ video: { encoder } }] }).profiles;
    expect(read.filter).toEqual({ graph: 'hflip', settings: {} });
    expect(read.encoder).toEqual({ coder: 'libx264', settings: { bitrate: '1' }, mapping: ['-vf', 'hflip'] });
  });

  it('mark audio with a separate source', () => expect(custom).toEqual({ selected: true, stream: -2 }));

  it('apply no filter to a copied stream', () => {
    const encoder = { coder: 'copy', mapping: { local: ['-codec:v', 'copy'] } };
    const [profile] = parseIngestMetadata({ profiles: [{ video: { encoder, filter: { graph: 'hflip' } } }] }).profiles;
    expect(profile.video.encoder.mapping).toEqual(['-codec:v', 'copy']);
  });
});

it('egress metadata is parsed', () => {
  const egress = parseEgressMetadata({ version: 1, name: 'X', outputs: [{ address: 'rtmp://a/b' }], kept: true });
  expect(egress).toMatchObject({
    name: 'X',
    kept: true,
    outputs: [{ address: 'rtmp://a/b', options: [] }],
    control: { process: { autostart: false, reconnect: true, delay: 15, staleTimeout: 30 } },
  });
});

it.each([
  ['hls+diskfs', 'hls+diskfs'],
  ['rtmp', 'rtmp'],
  ['srt', 'srt'],
  ['anything', 'hls+memfs'],
  [undefined, 'hls+memfs'],
])('a publication with the feed %s reads %s', (source, expected) =>
  expect(parseEgressMetadata({ control: { source: { source, kept: 1 } } }).control.source).toEqual({
    source: expected,
    kept: 1,
  }),
);

it('global metadata is parsed', () =>
  expect(parseGlobalMetadata({ version: '1.14.0', playersite: { title: 'T' }, bundle: { version: '1' } })).toEqual({
    version: 1,
    playersite: { title: 'T' },
    bundle: { version: '1' },
  }));

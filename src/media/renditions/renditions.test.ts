import { describe, expect, it } from 'vitest';
import { Config } from '../../api/answers/config.ts';
import { METADATA_KEY, RENDITION_KEY, renditionId, renditionOf } from '../../api/processIds.ts';
import { feedFor, isRenditionName, renditionName } from '../address/renditionTransport.ts';
import { emptyStream } from '../encoding/streams.ts';
import { egressProcess } from '../process/egress.ts';
import { type Feed, parseEgressMetadata, parseRenditionMetadata } from '../stored/metadata.ts';
import { encodingKey, savingOf, sharedAmong } from './duplicateEncodings.ts';
import { serversOff, withoutServers } from './playlistWhenServerOff.ts';
import { renditionLadder } from './renditionLadder.ts';
import { renditionProcess } from './renditionProcess.ts';

const channel = '3f6b1f0e-7d7e-4c55-9d64-2b6a4c1f9a10';
const uuid = '00000000-0000-4000-8000-000000000001';
const streams = [
  { ...emptyStream, type: 'video', codec: 'h264', width: 1920, height: 1080 },
  { ...emptyStream, type: 'audio', codec: 'aac', stream: 1 },
];
const coded = (stream: number, coder: string, mapping: string[] = []) => ({
  source: 0,
  stream,
  encoder: { coder, settings: {}, mapping: coder === 'copy' ? ['-codec', 'copy'] : ['-codec', coder, ...mapping] },
  decoder: { coder: 'default', settings: {}, mapping: [] },
});
const X264 = ['-b:v', '2500k'];
const profile = { video: coded(0, 'libx264', X264), audio: coded(1, 'copy') };

describe('the process id of a rendition', () => {
  it('survives formatting and parsing', () =>
    expect(renditionOf(renditionId(channel, uuid))).toEqual({ channel, uuid }));
  it.each(['sluice:rendition:x:y', 'sluice:encoder-test', `restreamer-ui:egress:rtmp:${uuid}`])('is not %s', (id) =>
    expect(renditionOf(id)).toBeNull(),
  );
});

it('the name of a rendition differs from that of its channel and is recognized', () => {
  const name = renditionName(uuid);
  expect(name).not.toContain(channel);
  for (const own of [`${name}.stream`, `/live/${name}.stream`, `${name}`, `${name}_0001.ts`])
    expect(isRenditionName(own)).toBe(true);
  for (const other of [`${channel}.stream`, 'rendition-x', `my-${name}`]) expect(isRenditionName(other)).toBe(false);
});

describe.each([
  ['rtmp', `{rtmp,name=rendition-${uuid}.stream}`, ['-f', 'flv'], []],
  ['srt', `{srt,name=rendition-${uuid},mode=publish}`, ['-f', 'mpegts'], []],
  ['hls+memfs', `{memfs}/rendition-${uuid}.m3u8`, ['-method', 'PUT'], ['-re']],
] as const)('a rendition by %s', (feed, address, last, reads) => {
  const metadata = parseRenditionMetadata({ version: 1, name: '720p', reads: 'rtmp', feed, profile, streams });
  const made = renditionProcess({ channel, uuid, metadata, streams, autostart: true });

  it('reads the channel, encodes once, and writes under its own name', () => {
    expect(made?.input).toEqual([{ id: 'input_0', address: `{rtmp,name=${channel}.stream}`, options: [] }]);
    expect(made?.output[0]?.address).toBe(address);
    expect(made?.output[0]?.options.slice(-2)).toEqual(last);
    expect(made?.output[0]?.options).toEqual(expect.arrayContaining(['-codec', 'libx264', ...X264]));
    expect(made).toMatchObject({
      id: renditionId(channel, uuid),
      reference: channel,
      autostart: true,
      reconnect: true,
    });
  });

  it('removes only its own files', () => {
    for (const { pattern, purge_on_delete } of made?.output[0]?.cleanup ?? []) {
      expect(pattern).toMatch(/^memfs:\/rendition-/);
      expect(purge_on_delete).toBe(true);
    }
  });

  it('is what its publications read', () => {
    const egress = parseEgressMetadata({
      version: 1,
      profiles: [{ video: coded(0, 'copy'), audio: coded(1, 'copy') }],
      outputs: [{ address: 'rtmp://x/y', options: ['-f', 'flv'] }],
      control: { source: { source: feed, rendition: uuid } },
    });
    const process = egressProcess({ channel, service: 'rtmp', uuid, metadata: egress, streams });
    const read = address.replace('publish', 'request');
    expect(process?.input).toEqual([{ id: 'input_0', address: read, options: reads }]);
  });
});

it('a channel without a required stream has no rendition process', () => {
  const metadata = parseRenditionMetadata({ profile });
  expect(renditionProcess({ channel, uuid, metadata, streams: [], autostart: false })).toBeNull();
});

it.each([
  [['h264', 'aac'], { rtmp: true, srt: true }, 'rtmp'],
  [['h264', 'aac'], { rtmp: false, srt: true }, 'srt'],
  [['h264', 'aac'], { rtmp: false, srt: false }, 'hls+memfs'],
  [['hevc', 'aac'], { rtmp: true, srt: true }, 'srt'],
  [['h264', 'opus'], { rtmp: true, srt: false }, 'hls+memfs'],
  [['vp9', 'opus'], { rtmp: true, srt: true }, null],
  [['h264', 'vorbis'], { rtmp: true, srt: true }, null],
])('renditions with %j on servers with %j use the feed %s', (codecs, servers, feed) =>
  expect(
    feedFor(
      codecs.map((codec) => ({ codec })),
      servers,
    ),
  ).toBe(feed),
);

describe('the key of an encoding', () => {
  const key = (video: object, audio: object = coded(1, 'copy'), source: object = {}) =>
    encodingKey(parseEgressMetadata({ version: 1, profiles: [{ video, audio }], control: { source } }));
  const own = key(coded(0, 'libx264', X264));
  it.each([
    ['equal regardless of the form', coded(0, 'libx264', X264), coded(1, 'copy'), true],
    ['different for another stream', coded(1, 'libx264', X264), coded(1, 'copy'), false],
    ['different with other arguments', coded(0, 'libx264', ['-b:v', '3000k']), coded(1, 'copy'), false],
    ['different with another audio codec', coded(0, 'libx264', X264), coded(1, 'aac'), false],
    ['different without audio', coded(0, 'libx264', X264), coded(1, 'none'), false],
  ])('is compared: %s', (_, video, audio, isSame) => expect(key(video, audio) === own).toBe(isSame));

  it('is null if nothing is encoded or it is already shared', () => {
    expect(key(coded(0, 'copy'))).toBeNull();
    expect(key(coded(0, 'copy'), coded(1, 'aac'))).toBeNull();
    expect(key(coded(0, 'libx264', X264), coded(1, 'copy'), { rendition: uuid })).toBeNull();
  });

  it('groups two or more publications', () =>
    expect(sharedAmong({ a: { encoding: 'x' }, b: { encoding: 'y' }, c: { encoding: 'x' }, d: {} })).toEqual([
      ['a', 'c'],
    ]));
});

const tested = {
  libx264: {
    ...{ at: 1, core: '1', ffmpeg: '7', works: true, old: false, cause: '', line: '' },
    sizes: [
      { height: 720, speed: 4, cpu: 0.5 },
      { height: 1080, speed: 2, cpu: 1 },
    ],
  },
};
const parsed = parseRenditionMetadata({ profile }).profile;

it.each([
  ['nothing for a single reader', 1, [80], tested, 720, null],
  ['the CPU usage of running encoders', 3, [80, 0, 100], tested, 720, { cores: 1.8, measured: true }],
  ['the CPU usage of the rendition itself', 3, [50], undefined, 720, { cores: 1, measured: true }],
  ['otherwise the encoder test', 3, [0], tested, 720, { cores: 1, measured: false }],
  ['the encoder test at this size', 2, [], tested, 1080, { cores: 1, measured: false }],
  ['nothing without a test', 2, [], undefined, 720, null],
] as const)('the CPU saving of a rendition is calculated: %s', (_, readers, usages, results, height, saving) =>
  expect(savingOf(readers, usages, { profile: parsed, height, results })).toEqual(saving),
);

it.each([
  [1920, 1080, ['1920x1080', '1280x720', '854x480']],
  [3840, 2160, ['1920x1080', '1280x720', '854x480']],
  [1280, 720, ['1280x720', '854x480']],
  [1080, 1920, ['1080x1920', '720x1280', '480x854']],
  // Smaller than all sizes: its own, rounded for encoders.
  [640, 360, ['640x360']],
  [321, 181, ['322x182']],
  [0, 0, []],
])('the ladder of a source with %dx%d is %j', (width, height, sizes) =>
  expect(renditionLadder({ width, height }).map((rung) => `${rung.width}x${rung.height}`)).toEqual(sizes),
);

describe('a rendition whose server is switched off', () => {
  const config = (rtmp: boolean, srt: boolean) => Config.parse({ rtmp: { enable: rtmp }, srt: { enable: srt } });
  const off = (name: 'rtmp' | 'srt') => serversOff(config(true, true), config(name !== 'rtmp', name !== 'srt'));
  const metadataOf = (feed: Feed, reads: Feed) =>
    parseRenditionMetadata({ version: 1, name: '720p', reads, feed, profile, streams });
  const made = (feed: Feed, reads: Feed) =>
    renditionProcess({ channel, uuid, metadata: metadataOf(feed, reads), streams, autostart: true });

  it.each([
    ['rtmp', 'rtmp'],
    ['rtmp', 'hls+memfs'],
    ['srt', 'srt'],
  ] as const)('equals one with a playlist from the start: %s, reads %s', (feed, reads) => {
    const before = { config: made(feed, reads) ?? expect.unreachable(), metadata: metadataOf(feed, reads) };
    const after = withoutServers({ ...before, key: RENDITION_KEY }, off(feed), {});
    expect(after?.config).toEqual(made('hls+memfs', 'hls+memfs'));
    expect(after?.metadata).toEqual(metadataOf('hls+memfs', 'hls+memfs'));
  });

  it('leads its publications to the playlist, and no others', () => {
    const at = (source: Feed, rendition?: string) => {
      const metadata = parseEgressMetadata({
        ...{ version: 1, name: 'x', outputs: [{ address: 'rtmp://192.0.2.1/x', options: ['-f', 'flv'] }] },
        ...{ profiles: [profile], control: { source: { source, ...(rendition ? { rendition } : {}) } } },
      });
      const sent = egressProcess({ channel, service: 'rtmp', uuid, metadata, streams }) ?? expect.unreachable();
      return { config: sent, metadata, key: METADATA_KEY };
    };
    const after = withoutServers(at('rtmp', uuid), off('rtmp'), {});
    expect(after?.config).toEqual(at('hls+memfs', uuid).config);
    expect(parseEgressMetadata(after?.metadata).control.source).toMatchObject({ source: 'hls+memfs', rendition: uuid });
    expect(withoutServers(at('rtmp', uuid), off('srt'), {})).toBeNull();
    expect(withoutServers(at('rtmp'), off('rtmp'), {})).toBeNull();
  });
});

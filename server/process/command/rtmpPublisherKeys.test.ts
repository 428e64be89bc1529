import { describe, expect, it } from 'vitest';
import { Config } from '../../config/configSchema.ts';
import { createOwnChannelAt } from '../../rtmp/ownChannelAddress.ts';
import { addPublisherKey, findOwners, findRtmpUse, removePublisherKey } from './rtmpPublisherKeys.ts';

const rtmp = { enable: true, address: ':1935', app: '/live', token: 'T' };
const channelAt = createOwnChannelAt(Config.parse({ rtmp, host: { name: ['Studio.example'] } }), {
  port: 1935,
  securePort: 1936,
});

describe('the channel of an address', () => {
  it.each([
    ['rtmp://localhost:1935/live/x?token=T', [], '/live/x'],
    ['rtmp://127.0.0.1/live/x/T', [], '/live/x'],
    ['rtmp://[::1]:1935/live/x', [], '/live/x'],
    ['rtmp:127.0.0.1/live/x', [], '/live/x'],
    ['RTMP://studio.EXAMPLE/live/x', [], '/live/x'],
    ['rtmp://user:pw@localhost/live/x', [], '/live/x'],
    ['rtmp://localhost/live', ['-rtmp_playpath', 'x?token=T'], '/live/x'],
    ['rtmp://localhost/y', ['-rtmp_app', 'live'], '/live/y'],
    ['rtmps://localhost:1936/live/x?token=T', [], '/live/x'],
    ['rtmp://localhost:1936/live/x', [], null],
    ['rtmps://localhost/live/x', [], null],
    ['rtmps://localhost:1935/live/x', [], null],
    ['rtmp://a.rtmp.youtube.com/live/x', [], null],
    ['rtmp://localhost/other/x', [], null],
    ['/data/rtmp://localhost/live/x', [], null],
  ])('is recognized in %s with the options %j', (address, options, channel) =>
    expect(channelAt({ address, options })).toBe(channel),
  );

  it('is null while the server is off', () =>
    expect(createOwnChannelAt(Config.parse({ rtmp }), null)({ address: 'rtmp://localhost/live/x', options: [] })).toBe(
      null,
    ));
});

const FEED = 'rtmp://localhost:1935/live/CH.stream?token=T';
const entriesOf = (address: string) => [{ address, options: [] }];

it.each([
  ['copies it', ['-map', '0:0', '-codec:v', 'copy', '-map', '0:1', '-codec:a', 'copy'], ['/live/key']],
  ['has no audio', ['-map', '0:0', '-codec:v', 'copy', '-an'], []],
  ['maps audio of another input', ['-map', '0:0', '-codec:v', 'copy', '-map', '1:0', '-codec:a', 'aac'], []],
  ['maps it optionally', ['-map', '0:0', '-codec:v', 'copy', '-map', '0:1?', '-codec:a', 'copy'], []],
])('a process expects audio from its RTMP input if it %s', (_, options, expectsAudio) => {
  const input = [...entriesOf('rtmp://localhost/live/key'), ...entriesOf('anullsrc')];
  expect(findRtmpUse({ id: 'p', input, output: [{ address: '-', options }] }, channelAt).expectsAudio).toEqual(
    expectsAudio,
  );
});

it('published and read channels are found, also in a list', () => {
  const list = `[f=hls]http://localhost/memfs/a.m3u8|[f=flv]${FEED}|[f=flv]rtmp\\://localhost\\:1935/live/y`;
  const use = { id: 'p', input: entriesOf('async:rtmp://localhost/live/key'), output: entriesOf(list) };
  expect(findRtmpUse(use, channelAt)).toEqual({
    id: 'p',
    reads: ['/live/key'],
    expectsAudio: [],
    publishes: ['/live/CH.stream', '/live/y'],
  });
});

describe('the owners of a channel name', () => {
  const ingest = 'restreamer-ui:ingest:11111111-2222-4333-8444-555555555555';
  const publication = 'restreamer-ui:egress:youtube:11111111-2222-4333-8444-555555555556';
  const uses = (...all: [id: string, reads: string[], publishes: string[]][]) =>
    findOwners(all.map(([id, reads, publishes]) => ({ id, reads, publishes })));
  it.each([
    ['its publishers', uses([ingest, ['/key'], ['/feed']], [publication, ['/feed'], []]), '/feed', [ingest]],
    ['an encoder, if a source reads it', uses([ingest, ['/key'], ['/feed']]), '/key', undefined],
    ['nobody, if only a publication reads it', uses([publication, ['/feed'], []]), '/feed', []],
    [
      'an encoder, if a publication and its ingest read it',
      uses([publication, ['/key'], []], [ingest, ['/key'], []]),
      '/key',
      undefined,
    ],
    ['an encoder, if one process reads and publishes it', uses([ingest, ['/key'], ['/key']]), '/key', undefined],
    ['all processes that publish it', uses(['a', [], ['/x']], ['b', [], ['/x']]), '/x', ['a', 'b']],
  ])('are %s', (_, owners, name, ids) => expect(owners.get(name)).toEqual(ids));
});

describe('the publisher key of a process', () => {
  it.each([
    [FEED, [], `${FEED}&process-key=K`, []],
    ['rtmp://localhost/live/x', [], 'rtmp://localhost/live/x?process-key=K', []],
    ['rtmps://localhost:1936/live/x', [], 'rtmps://localhost:1936/live/x?process-key=K', []],
    [`[f=hls]a|[f=flv]${FEED}|[f=flv]b`, [], `[f=hls]a|[f=flv]${FEED}&process-key=K|[f=flv]b`, []],
    ['rtmp://localhost/live', ['-rtmp_playpath', 'x'], 'rtmp://localhost/live', ['-rtmp_playpath', 'x?process-key=K']],
    ['rtmp://a.rtmp.youtube.com/live/x', [], 'rtmp://a.rtmp.youtube.com/live/x', []],
  ])('is added for our own server only: %s', (address, options, signed, signedOptions) => {
    const entry = addPublisherKey({ address, options }, 'K', channelAt);
    expect(entry).toEqual({ address: signed, options: signedOptions });
    expect(removePublisherKey(`to '${entry.address}':`)).toBe(`to '${address}':`);
  });
});

import { describe, expect, it } from 'vitest';
import { ProcessConfig } from '../../api/answers/process.ts';
import { emptyStream } from '../encoding/streams.ts';
import { egressProcess } from '../process/egress.ts';
import { parseEgressMetadata, parseIngestMetadata } from '../stored/metadata.ts';
import { channelObstacle, protectionObstacle } from './protectionObstacle.ts';
import { holdAsRun, readsHold, withHold, withoutHold, withValidHold } from './readsHold.ts';

const CHANNEL = '11111111-2222-4333-8444-555555555555';
const OTHER = '11111111-2222-4333-8444-666666666666';
const PLAIN = { address: `{memfs}/${CHANNEL}.m3u8`, options: ['-re'] };
const HOLD = { address: `{memfs}/hold-${CHANNEL}.m3u8`, options: ['-re'] };
const copied = (type: 'v' | 'a', stream: number) => ({
  ...{ source: 0, stream },
  encoder: { coder: 'copy', settings: {}, mapping: [`-codec:${type}`, 'copy'] },
});
const streams = [
  { ...emptyStream, type: 'video', codec: 'h264', stream: 0 },
  { ...emptyStream, type: 'audio', codec: 'aac', stream: 1 },
];
const publication = (source: object) =>
  parseEgressMetadata({
    ...{ version: 1, name: 'Main', outputs: [{ address: 'rtmp://venue/live', options: ['-f', 'flv'] }], streams },
    profiles: [{ video: copied('v', 0), audio: copied('a', 1) }],
    control: { source },
  });

describe('the process of a publication', () => {
  it.each([
    ['protected', { source: 'hls+memfs', hold: true }, HOLD],
    ['not protected', { source: 'hls+memfs' }, PLAIN],
    ['with a flag of another kind', { source: 'hls+memfs', hold: 'yes' }, PLAIN],
    ['with the flag off', { source: 'hls+memfs', hold: false }, PLAIN],
    [
      'that reads RTMP, regardless of the flag',
      { source: 'rtmp', hold: true },
      { address: `{rtmp,name=${CHANNEL}.stream}`, options: [] },
    ],
    [
      'that reads a playlist on the disk, regardless of the flag',
      { source: 'hls+diskfs', hold: true },
      { address: `{diskfs}/${CHANNEL}.m3u8`, options: ['-re'] },
    ],
    [
      'on a rendition, regardless of the flag',
      { source: 'hls+memfs', rendition: OTHER, hold: true },
      { address: `{memfs}/rendition-${OTHER}.m3u8`, options: ['-re'] },
    ],
  ])('reads the right input for a publication %s', (_, source, input) => {
    const metadata = publication(source);
    const process = egressProcess({ channel: CHANNEL, service: 'rtmp', uuid: OTHER, metadata, streams });
    expect(process?.input).toEqual([{ id: 'input_0', ...input }]);
  });
});

describe('the protection flag', () => {
  it('is stored beside the source, and removed without other changes', () => {
    const plain = publication({ source: 'hls+memfs', theirs: 1 });
    const metadata = { ...plain, control: withHold(plain.control) };
    const stored = JSON.parse(JSON.stringify(metadata));
    expect(stored.control.source).toEqual({ source: 'hls+memfs', theirs: 1, hold: true });
    expect(parseEgressMetadata(stored)).toEqual(metadata);
    expect(withoutHold(metadata.control)).toEqual(plain.control);
  });

  it('moves a publication from RTMP to the playlist', () =>
    expect(withHold(publication({ source: 'rtmp' }).control).source).toEqual({ source: 'hls+memfs', hold: true }));

  it('is removed if it has no effect', () =>
    expect(withValidHold(publication({ source: 'srt', hold: true }).control).source).toEqual({ source: 'srt' }));

  it('leaves other data unchanged to the byte', () => {
    const { control } = publication({ source: 'rtmp' });
    expect(withValidHold(control)).toBe(control);
    expect(JSON.stringify(control.source)).toBe('{"source":"rtmp"}');
  });
});

describe('the protection flag of a running process', () => {
  const running = (...input: { address: string; options: string[] }[]) =>
    ProcessConfig.parse({ id: 'x', input: input.map((src) => ({ id: 'input_0', ...src })), output: [], options: [] });

  it.each([
    ['both are set', { hold: true }, running(HOLD), true],
    ['neither is set', {}, running(PLAIN), false],
    ['another program changed the input and left the flag', { hold: true }, running(PLAIN), false],
    ['another program lost the flag', {}, running(HOLD), true],
    ['another program lost all that was stored', { source: undefined }, running(HOLD), true],
    ['it reads the hold of another channel', {}, running({ ...HOLD, address: `{memfs}/hold-${OTHER}.m3u8` }), false],
    ['the core wrote out its address', {}, running({ ...HOLD, address: `http://x/hold-${CHANNEL}.m3u8` }), true],
    ['it reads nothing', { hold: true }, running(), false],
    ['there is no process', { hold: true }, null, true],
  ])('is taken from the process when %s', (_, source, process, isHeld) => {
    const found = holdAsRun(publication({ source: 'hls+memfs', ...source }), CHANNEL, process);
    expect(readsHold(found.control.source)).toBe(isHeld);
  });

  it('stays unchanged if it agrees with the process', () => {
    const metadata = publication({ source: 'rtmp' });
    expect(holdAsRun(metadata, CHANNEL, running(PLAIN))).toBe(metadata);
  });
});

describe('the obstacle to protection', () => {
  const video = { type: 'video', codec: 'h264', pix_fmt: 'yuv420p' };
  const audio = { type: 'audio', codec: 'aac', pix_fmt: '' };

  it.each<[string, object, object[], string | null]>([
    ['a usual channel', {}, [video, audio], null],
    ['without audio', {}, [video], null],
    ['with MP3', {}, [video, { ...audio, codec: 'mp3' }], null],
    ['with an unknown pixel format', {}, [{ ...video, pix_fmt: '' }, audio], null],
    ['with a master playlist', { master_playlist: true }, [video, audio], null],
    ['with five segments', { listSize: 5 }, [video, audio], null],
    ['that keeps all segments', { listSize: 0 }, [video, audio], null],
    ['with independent segments', { version: 6 }, [video, audio], null],
    ['with four segments', { listSize: 4 }, [video, audio], 'short-list'],
    ['on the disk', { storage: 'diskfs' }, [video, audio], 'disk'],
    ['in MP4', { version: 7 }, [video, audio], 'mp4'],
    ['with low latency', { lhls: true }, [video, audio], 'low-latency'],
    ['HEVC', {}, [{ ...video, codec: 'hevc' }, audio], 'video-codec'],
    ['AV1', {}, [{ ...video, codec: 'av1' }, audio], 'video-codec'],
    ['10 bits', {}, [{ ...video, pix_fmt: 'yuv420p10le' }, audio], 'pixels'],
    ['4:2:2', {}, [{ ...video, pix_fmt: 'yuv422p' }, audio], 'pixels'],
    ['audio only', {}, [audio], 'no-video'],
    ['nothing', {}, [], 'no-video'],
    ['several qualities', {}, [video, video, audio], 'several-videos'],
    ['Opus', {}, [video, { ...audio, codec: 'opus' }], 'audio-codec'],
  ])('is found for a channel: %s', (_, hls, streams, obstacle) => {
    const { control } = parseIngestMetadata({ version: 1, control: { hls } });
    const found = streams.map((stream) => ({ ...emptyStream, ...stream }));
    expect(channelObstacle({ hls: control.hls, streams: found })).toBe(obstacle);
  });

  it.each([
    ['a publication of a channel that can', { channel: null, sends: 'stream', rendition: undefined }, null],
    ['of a channel that cannot be protected', { channel: 'disk', sends: 'stream', rendition: undefined }, 'disk'],
    ['a recording', { channel: null, sends: 'files', rendition: undefined }, 'recording'],
    ['single images', { channel: null, sends: 'stills', rendition: undefined }, 'stills'],
    ['on a rendition', { channel: null, sends: 'stream', rendition: OTHER }, 'rendition'],
  ] as const)('is found for a publication: %s', (_, facts, obstacle) =>
    expect(protectionObstacle(facts)).toBe(obstacle),
  );
});

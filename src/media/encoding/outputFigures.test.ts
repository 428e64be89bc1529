import { describe, expect, it } from 'vitest';
import { outgoingStreams, outputFigures } from './outputFigures.ts';
import { emptyProfile, emptySource, outputStreams } from './profile.ts';
import { emptyStream } from './streams.ts';

const HD = { width: 1920, height: 1080, fps: 25 };
const coded = (...mapping: string[]) => ({ encoder: { coder: 'libx264', settings: {}, mapping } });
const filtered = (graph: string) => coded('-codec:v', 'libx264', '-filter:v', graph);

describe('the figures of the output', () => {
  it.each<[string, Partial<typeof HD>]>([
    ['', {}],
    ['hflip,vflip', {}],
    ['setpts=PTS-STARTPTS', {}],
    ['scale=1280x720', { width: 1280, height: 720 }],
    ['scale=1280:720', { width: 1280, height: 720 }],
    ['scale=w=640:h=360:flags=bicubic', { width: 640, height: 360 }],
    ['scale=-2:720', { width: 1280, height: 720 }],
    ['scale=854:-2', { width: 854, height: 480 }],
    ['scale=1000:-1', { width: 1000, height: 563 }],
    ['scale=iw/2:ih/2', { width: 960, height: 540 }],
    ['scale=(iw+80)*0.5:-2', { width: 1000, height: 562 }],
    ['scale=0:720', { width: 1920, height: 720 }],
    ['scale=-1:-1', {}],
    ['scale=1000:1000:force_original_aspect_ratio=decrease', { width: 1000, height: 563 }],
    ['scale_cuda=1280:720', { width: 1280, height: 720 }],
    ["scale='min(1280,iw)':-2", { width: 0, height: 0 }],
    ['crop=1280:720:0:0', { width: 1280, height: 720 }],
    ['crop=iw-1:ih:0:0', { width: 1918, height: 1080 }],
    ['crop=ih:ih:x:y', { width: 1080, height: 1080 }],
    ['pad=1920:1920:0:420', { width: 1920, height: 1920 }],
    ['transpose=dir=clock:passthrough=none', { width: 1080, height: 1920 }],
    ['transpose=dir=clock:passthrough=landscape', {}],
    ['transpose=dir=clock:passthrough=none,transpose=dir=clock:passthrough=none', {}],
    ['crop=1080:1080:0:0,scale=-2:720,transpose=1', { width: 720, height: 720 }],
    ['rotate=PI/4', { width: 0, height: 0 }],
    ['bwdif=mode=1:parity=-1:deint=0', { fps: 50 }],
    ['bwdif=mode=0:parity=-1:deint=0', {}],
    ['yadif', {}],
    ['framerate=fps=30', { fps: 30 }],
    ['fps=30000/1001', { fps: 30_000 / 1001 }],
    ['fps=pal,scale=640:360', { width: 640, height: 360, fps: 25 }],
    ['[0:v]scale=640:360[a];[a]hflip', { width: 0, height: 0, fps: 0 }],
    [`scale=${'('.repeat(5000)}:1`, { width: 0, height: 0 }],
    ['scale=constructor:720', { width: 0, height: 0 }],
  ])('account for the filters %j', (graph, figures) =>
    expect(outputFigures(filtered(graph), HD)).toEqual({ ...HD, ...figures }),
  );

  it.each<[string[], Partial<typeof HD>]>([
    [['-r', '30'], { fps: 30 }],
    [['-r', 'auto'], { fps: 0 }],
    [['-vf', 'scale=-2:720', '-s', '640x360', '-r:v', '12.5'], { width: 640, height: 360, fps: 12.5 }],
    [['-s', 'hd720'], { width: 0, height: 0 }],
    [['-r'], {}],
  ])('account for the options %j', (options, figures) =>
    expect(outputFigures(coded(...options), HD)).toEqual({ ...HD, ...figures }),
  );

  it('equal those of the source for copied video, and stay unknown for an unknown size', () => {
    const copied = { encoder: { coder: 'copy', settings: {}, mapping: ['-vf', 'scale=1:1'] } };
    expect(outputFigures(copied, HD)).toEqual(HD);
    const unknown = { width: 0, height: 0, fps: 0 };
    expect(outputFigures(filtered('scale=iw/2:-2,fps=30'), unknown)).toEqual({ ...unknown, fps: 30 });
    expect(outputFigures(filtered('scale=640:360'), unknown)).toEqual({ width: 640, height: 360, fps: 0 });
  });
});

it('the figures of stored streams, which have the size of the source, are calculated', () => {
  const source = { ...emptyStream, type: 'video', codec: 'rawvideo', width: 1920, height: 1080 };
  const sources = [{ ...emptySource(), inputs: [{ address: 'x', options: [] }], streams: [{ ...source, fps: 50 }] }];
  const video = { ...emptyProfile().video, source: 0, stream: 0, ...filtered('scale=-2:720') };
  const streams = [
    { ...source, codec: 'h264' },
    { ...emptyStream, type: 'audio', codec: 'aac' },
  ];
  const profile = { ...emptyProfile(), video };
  expect(outgoingStreams(streams, sources, profile)).toEqual([
    { ...streams[0], width: 1280, height: 720, fps: 50 },
    streams[1],
  ]);
  expect(outgoingStreams(streams, [], profile)).toEqual(streams);
});

it.each([
  [90, 'libx264', { width: 1080, height: 1920 }],
  [270, 'libx264', { width: 1080, height: 1920 }],
  [180, 'libx264', { width: 1920, height: 1080 }],
  [90, 'copy', { width: 1920, height: 1080 }],
])('video rotated by %i degrees leaves %s with %j', (rotation, coder, size) => {
  const stream = { ...emptyStream, type: 'video', codec: 'h264', width: 1920, height: 1080, rotation };
  const inputs = [{ address: 'a', options: [] }];
  const sources = [{ ...emptySource(), inputs, streams: [stream] }];
  const encoder = { coder, settings: {}, mapping: [] };
  const profile = { ...emptyProfile(), video: { ...emptyProfile().video, source: 0, stream: 0, encoder } };
  const stored = outputStreams(sources, profile, () => 'h264');
  expect(stored).toMatchObject([size]);
  expect(outgoingStreams(stored, sources, profile)).toMatchObject([size]);
});

it.each([
  ['copy', {}, 791],
  ['libx264', { bitrate: '4096' }, 4096],
  ['libx264', { bitrate: 'much' }, undefined],
  ['libx264', {}, undefined],
])('the bitrate of %s with the settings %j is %s kbit/s', (coder, settings, kbit) => {
  const stream = { ...emptyStream, type: 'video', codec: 'h264', width: 640, height: 360, bitrate_kbps: 791 };
  const sources = [{ ...emptySource(), inputs: [{ address: 'a', options: [] }], streams: [stream] }];
  const encoder = { coder, settings, mapping: [] };
  const profile = { ...emptyProfile(), video: { ...emptyProfile().video, source: 0, stream: 0, encoder } };
  const [left] = outgoingStreams(
    outputStreams(sources, profile, () => 'h264'),
    sources,
    profile,
  );
  expect(left?.bitrate_kbps).toBe(kbit);
});

import { describe, expect, it } from 'vitest';
import {
  cleanProfile,
  emptyProfile,
  emptySource,
  inputsAndOutputs,
  isComplete,
  outputStreams,
  type Profile,
  type Source,
  type StreamCoding,
} from './profile.ts';
import { emptyStream } from './streams.ts';

const camera: Source = {
  type: 'network',
  settings: {},
  inputs: [{ address: 'rtsp://192.0.2.10/s', options: ['-re'] }],
  streams: [
    { ...emptyStream, type: 'video', codec: 'hevc', stream: 0, width: 1920, height: 1080, pix_fmt: 'yuv420p10le' },
    { ...emptyStream, type: 'audio', codec: 'aac', stream: 2, sampling_hz: 48000, layout: 'stereo', channels: 2 },
  ],
};
const silence: Source = {
  type: 'virtualaudio',
  settings: {},
  inputs: [{ address: 'anullsrc', options: ['-f', 'lavfi'] }],
  streams: [{ ...emptyStream, type: 'audio', codec: 'pcm_u8', sampling_hz: 44100, layout: 'mono', channels: 1 }],
};

const coding = (
  source: number,
  stream: number,
  coder: string,
  mapping: string[],
  decode: string[] = [],
): StreamCoding => ({
  source,
  stream,
  encoder: { coder, settings: {}, mapping },
  decoder: { coder: decode.length > 0 ? 'cuda' : 'default', settings: {}, mapping: decode },
});
const x264 = coding(0, 0, 'libx264', ['-codec:v', 'libx264']);
const copied = coding(0, 1, 'copy', ['-codec:a', 'copy']);
const profile = (video: StreamCoding, audio: StreamCoding): Profile => ({ ...emptyProfile(), video, audio });
const nothing = emptyProfile().audio;

describe('ffmpeg arguments of a profile', () => {
  it.each([
    [
      'one input for video and audio',
      profile(x264, copied),
      [camera.inputs[0]],
      ['-map', '0:0', '-codec:v', 'libx264', '-map', '0:2', '-codec:a', 'copy'],
    ],
    [
      'a second input for separate audio',
      profile(x264, coding(1, 0, 'aac', ['-codec:a', 'aac'])),
      [camera.inputs[0], silence.inputs[0]],
      ['-map', '0:0', '-codec:v', 'libx264', '-map', '1:0', '-codec:a', 'aac'],
    ],
    ['no audio', profile(x264, nothing), [camera.inputs[0]], ['-map', '0:0', '-codec:v', 'libx264', '-an']],
    [
      'no video (a radio)',
      profile(emptyProfile().video, copied),
      [camera.inputs[0]],
      ['-vn', '-map', '0:2', '-codec:a', 'copy'],
    ],
    [
      'decoder options in front',
      profile({ ...x264, decoder: coding(0, 0, '', [], ['-hwaccel', 'cuda']).decoder }, nothing),
      [{ address: 'rtsp://192.0.2.10/s', options: ['-hwaccel', 'cuda', '-re'] }],
      ['-map', '0:0', '-codec:v', 'libx264', '-an'],
    ],
    ['nothing at all', emptyProfile(), [], ['-vn', '-an']],
  ])('have %s', (_, settings, inputs, options) =>
    expect(inputsAndOutputs([camera, silence], settings)).toEqual({ inputs, options, global: [] }),
  );

  it.each([
    ['as they are, in data of before 1.2', undefined, ['-codec:v', 'x', '-vf', 'hflip', '-g', '50'], undefined, []],
    ['after the stream, in data since 1.2', {}, ['-filter:v', 'hflip', '-codec:v', 'x', '-g', '50'], undefined, []],
    ['without those of the process', undefined, ['-codec:v', 'x', '-vf', 'hflip'], [['-g', '50']], ['-g', '50']],
    ['without those of a process of before', undefined, ['-codec:v', 'x', '-vf', 'hflip', '-g', '50'], [['-old']], []],
  ])('contain those of the encoder %s', (_, filter, options, global, ofProcess) => {
    const mapping = ['-codec:v', 'x', '-vf', 'hflip', '-g', '50'];
    const video = {
      ...x264,
      encoder: { ...x264.encoder, mapping, global },
      filter: filter && { graph: 'hflip', settings: {} },
    };
    const decoder = { coder: 'y', settings: {}, mapping: ['-g', '50', '-y', '1'], global: [['-g', '50']] };
    expect(inputsAndOutputs([camera], profile({ ...video, decoder }, nothing))).toEqual({
      inputs: [{ address: 'rtsp://192.0.2.10/s', options: ['-y', '1', '-re'] }],
      options: ['-map', '0:0', ...options, '-an'],
      // Duplicates count once.
      global: ['-g', '50'],
    });
    expect(inputsAndOutputs([camera], profile(video, nothing)).global).toEqual(ofProcess);
  });

  it('drop decoder options that older saves have duplicated', () => {
    const options = ['-hwaccel', 'cuda', '-hwaccel', 'cuda', '-re'];
    const piled = { ...camera, inputs: [{ address: 'a', options }] };
    const decoder = { coder: 'cuda', settings: {}, mapping: ['-hwaccel', 'cuda'] };
    const { inputs } = inputsAndOutputs([piled], profile({ ...x264, decoder }, nothing));
    expect(inputs).toEqual([{ address: 'a', options: ['-hwaccel', 'cuda', '-re'] }]);
    expect(piled.inputs[0]?.options).toHaveLength(5);
  });
});

it.each([
  ['an encoded stream', x264, true],
  ['no encoder', { ...x264, encoder: { ...x264.encoder, coder: 'none' } }, false],
  ['a source that is not there', { ...x264, source: 2 }, false],
  ['a stream that is not there', { ...x264, stream: 7 }, false],
  ['a stream of the other kind', { ...x264, stream: 1 }, false],
  ['nothing', emptyProfile().video, false],
])('a profile is complete or incomplete with %s', (_, video, complete) =>
  expect(isComplete([camera], profile(video, nothing))).toBe(complete),
);

it('a profile is incomplete when the input of a stream is gone', () =>
  expect(isComplete([{ ...camera, inputs: [] }], profile(x264, nothing))).toBe(false));

describe('the clean-up of a profile', () => {
  it('resets references that do not exist', () =>
    expect(cleanProfile([camera, emptySource()], profile(x264, coding(1, 0, 'aac', ['-codec:a', 'aac'])))).toEqual({
      video: x264,
      audio: nothing,
      custom: { selected: false, stream: -1 },
    }));

  it.each([
    ['own audio', copied, { selected: false, stream: 1 }],
    ['separate audio', coding(1, 0, 'aac', []), { selected: true, stream: -2 }],
  ])('marks whether a profile has %s', (_, audio, custom) =>
    expect(cleanProfile([camera, silence], profile(x264, audio)).custom).toEqual(custom),
  );
});

it('the streams that leave the ingest are listed', () => {
  const codecs = (_: string, coder: string) => (coder === 'libx264' ? 'h264' : coder);
  expect(outputStreams([camera, silence], profile(x264, copied), codecs)).toEqual([
    { ...emptyStream, stream: 0, type: 'video', codec: 'h264', width: 1920, height: 1080 },
    { ...emptyStream, stream: 1, type: 'audio', codec: 'aac', sampling_hz: 48000, layout: 'stereo', channels: 2 },
  ]);
  expect(outputStreams([camera], profile(x264, nothing), codecs)).toHaveLength(1);
});

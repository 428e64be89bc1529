import { expect, it } from 'vitest';
import { unreadableCodec, unreadableCodecProbed } from './unreadablePush.ts';

const skills = (major: number, minor: number) => ({ ffmpeg: { version: `${major}.${minor}`, major, minor } });
const old = skills(5, 1);
const recent = skills(6, 1);

it.each([
  ['hvc1', old, 'HEVC'],
  ['av01', old, 'AV1'],
  ['vp09', old, 'VP9'],
  ['hvc1', skills(6, 0), 'HEVC'],
  ['hvc1', recent, null],
  ['av01', skills(7, 1), null],
  ['hevc', recent, 'HEVC'],
  ['h264', old, null],
  ['vp6', old, null],
  [null, old, null],
])('the codec %s is named if %o cannot read it', (video, ffmpeg, name) => {
  expect(unreadableCodec({ video, audio: 'aac', silence: false, change: null }, ffmpeg)).toBe(name);
});

it.each([
  ['without a picture', old, 0, 'HEVC, AV1, VP9'],
  ['without a picture', recent, 0, null],
  ['with a picture, as in old streams', old, 320, null],
])('possible codecs are named for what a probe reports as Screen Video %s', (_, probed, width, name) => {
  expect(unreadableCodecProbed([{ type: 'video', codec: 'flashsv', width }], probed)).toBe(name);
});

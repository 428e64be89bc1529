import { expect, it } from 'vitest';
import { codecName } from './codecName.ts';

it.each([
  ['h264', 'H.264'],
  ['hevc', 'HEVC'],
  ['mpeg2video', 'MPEG-2'],
  ['aac', 'AAC'],
  ['mp3', 'MP3'],
  ['opus', 'Opus'],
  ['rawvideo', 'uncompressed'],
  ['wrapped_avframe', 'uncompressed'],
  ['pcm_s16le', 'uncompressed'],
  ['ac3', 'AC-3'],
  ['aac_latm', 'AAC (LATM)'],
  ['pcm_alaw', 'G.711 (A-law)'],
  ['svq3', 'SVQ3'],
  ['constructor', 'CONSTRUCTOR'],
])('the name of the codec %s is %s', (codec, name) => expect(codecName(codec)).toBe(name));

import { expect, it } from 'vitest';
import { contentFor, loopFileTypeOf } from './loopFileType.ts';

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const packets = `G${'\0'.repeat(187)}`.repeat(3);

it.each([
  ['\x89PNG\r\n\x1a\n…', 'image/png', null],
  ['\xff\xd8\xff\xe0', 'image/jpeg', null],
  ['RIFF\0\0\0\0WEBPVP8 ', 'image/webp', null],
  ['GIF89a', 'video/gif', null],
  ['\0\0\0\x20ftypisom', 'video/mp4', 'audio/mp4'],
  ['\0\0\0\x08wide\0\0', 'video/quicktime', null],
  ['\x1aE\xdf\xa3', 'video/webm', 'audio/webm'],
  ['RIFF\0\0\0\0AVI LIST', 'video/x-msvideo', null],
  ['FLV\x01', 'video/x-flv', null],
  ['\0\0\x01\xba', 'video/mpeg', null],
  [packets, 'video/mp2t', null],
  ['OggS', 'video/ogg', 'audio/ogg'],
  ['RIFF\0\0\0\0WAVEfmt ', null, 'audio/wav'],
  ['fLaC', null, 'audio/flac'],
  ['ID3\x04', null, 'audio/mpeg'],
  ['\xff\xfb\x90', null, 'audio/mpeg'],
  ['\xff\xf1\x50', null, 'audio/aac'],
  // Formats that reference other files or can be executed are rejected.
  ['#EXTM3U\n/etc/passwd', null, null],
  ["ffconcat version 1.0\nfile '/etc/passwd'", null, null],
  ['<svg xmlns="http://www.w3.org/2000/svg">', null, null],
  ['<?xml version="1.0"?><MPD>', null, null],
  ['%PDF-1.7', null, null],
  ['MZ', null, null],
  ['G', null, null],
  ['', null, null],
])('a file that starts with %j has the video type %s and the audio type %s', (text, video, audio) => {
  const file = loopFileTypeOf(bytes(text)) ?? {};
  const typeFor = (type: 'video' | 'audio') => {
    const content = contentFor(type, file);
    return content && file[content];
  };
  expect([typeFor('video'), typeFor('audio')]).toEqual([video, audio]);
});

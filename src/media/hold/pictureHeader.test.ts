import { expect, it } from 'vitest';
import { randomFrom } from '../../testing/randomFrom.ts';
import { pictureHeader } from './pictureHeader.ts';

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const png = (width: string, height: string) => `\x89PNG\r\n\x1a\n\0\0\0\rIHDR${width}${height}\x08\x02\0\0\0`;
const frame = '\xff\xc0\0\x11\x08\x04\x38\x07\x80\x03\x01\x22\0\x02\x11\x01\x03\x11\x01';
const webp = (chunk: string) => `RIFF\0\0\0\0WEBP${chunk}`;

it.each([
  ['a PNG', png('\0\0\x07\x80', '\0\0\x04\x38'), { type: 'png', width: 1920, height: 1080 }],
  ['a PNG bomb', png('\0\0\xff\xff', '\0\0\xff\xff'), { type: 'png', width: 65535, height: 65535 }],
  ['a JPEG', `\xff\xd8${frame}`, { type: 'jpeg', width: 1920, height: 1080 }],
  ['a JPEG with an EXIF part', `\xff\xd8\xff\xe1\0\x08Exif\0\0${frame}`, { type: 'jpeg', width: 1920, height: 1080 }],
  [
    'a progressive JPEG after filling',
    `\xff\xd8\xff\xff${frame.replace('\xc0', '\xc2')}`,
    { type: 'jpeg', width: 1920, height: 1080 },
  ],
  ['a lossy WebP', webp('VP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x80\x07\x38\x04'), { type: 'webp', width: 1920, height: 1080 }],
  ['a lossless WebP', webp('VP8L\0\0\0\0\x2f\x7f\xc7\x0d\x01'), { type: 'webp', width: 1920, height: 1080 }],
  [
    'a WebP with an animation',
    webp('VP8X\0\0\0\0\x02\0\0\0\x7f\x07\0\x37\x04\0'),
    { type: 'webp', width: 1920, height: 1080 },
  ],
  ['a GIF', 'GIF89a\x10\0\x10\0', null],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg">', null],
  ['a PDF', '%PDF-1.4', null],
  ['a web page with the name of a picture', '<!doctype html>', null],
  ['nothing', '', null],
  ['a truncated PNG', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0', null],
  ['a PNG without a width', png('\0\0\0\0', '\0\0\x04\x38'), null],
  ['a JPEG without a frame', '\xff\xd8\xff\xe0\0\x04ab', null],
  ['a JPEG of parts without length', `\xff\xd8${'\xff\xe0\0\0'.repeat(9)}`, null],
  ['a truncated WebP', webp('VP8X\0\0'), null],
  ['another RIFF', 'RIFF\0\0\0\0WAVEfmt ', null],
])('format and size are read from the header of %s', (_, content, header) =>
  expect(pictureHeader(bytes(content))).toEqual(header),
);

it('reading a picture header never throws on random bytes', () => {
  const random = randomFrom(7);
  const begins = ['\xff\xd8\xff', webp('VP8X'), webp('VP8L'), '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', ''].map(bytes);
  for (let n = 0; n < 2000; n += 1) {
    const begin = begins[n % begins.length] ?? bytes('');
    const rest = Array.from({ length: Math.floor(random() * 64) }, () => Math.floor(random() * 256));
    const header = pictureHeader(Uint8Array.from([...begin, ...rest]));
    if (header) expect(Math.min(header.width, header.height)).toBeGreaterThan(0);
  }
});

import { expect, it } from 'vitest';
import { firstSegmentIn, onlyRenditionIn, renditionAddressesIn } from './playlistAddresses.ts';

const media = (durations: readonly number[], extra = '') =>
  `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:7\n${extra}${durations
    .map((duration, i) => `#EXTINF:${duration.toFixed(6)},\nc_000${i}.ts?session=x\n`)
    .join('')}`;

const STREAM = '#EXT-X-STREAM-INF:BANDWIDTH=100,RESOLUTION=160x90';

it.each([
  ['the usual window', media([2, 2, 2, 2, 2, 2]), 'c_0003.ts?session=x'],
  ['a playlist that is not full yet', media([2, 2]), 'c_0000.ts?session=x'],
  ['segments of other lengths', media([2, 1.5, 2, 2, 1]), 'c_0001.ts?session=x'],
  ['lines of Windows', media([2, 2, 2, 2]).replaceAll('\n', '\r\n'), 'c_0001.ts?session=x'],
  ['no segment yet', media([]), null],
  ['no playlist', '<!doctype html>', null],
  ['a master playlist', `#EXTM3U\n${STREAM}\nc_0.m3u8\n`, null],
  ['byte ranges of one file', media([2, 2, 2], '#EXT-X-BYTERANGE:5@0\n'), null],
  ['parts of segments', media([2, 2, 2], '#EXT-X-PART:DURATION=0.3,URI="a"\n'), null],
  ['a stream that has ended', `${media([2, 2, 2])}#EXT-X-ENDLIST\n`, null],
  ['its own start offset', media([2, 2, 2], '#EXT-X-START:TIME-OFFSET=-2\n'), null],
])('the first segment to play, with %s', (_, playlist, expected) => expect(firstSegmentIn(playlist)).toBe(expected));

it.each([
  ['a single rendition', `#EXTM3U\n${STREAM}\nc_0.m3u8?session=x\n`, 'c_0.m3u8?session=x'],
  ['two', `#EXTM3U\n${STREAM}\nc_0.m3u8\n${STREAM}\nc_1.m3u8\n`, null],
  ['none', `#EXTM3U\n${STREAM}\n`, null],
  ['segments', media([2, 2]), null],
])('the only rendition in a playlist with %s', (_, playlist, expected) =>
  expect(onlyRenditionIn(playlist)).toBe(expected),
);

it.each([
  ['of a master playlist', `#EXTM3U\n${STREAM}\nc_0.m3u8\n\n${STREAM}\nc_1.m3u8\n`, ['c_0.m3u8', 'c_1.m3u8']],
  ['of segments', media([2, 2]), []],
])('the rendition addresses %s', (_, playlist, expected) => expect(renditionAddressesIn(playlist)).toEqual(expected));

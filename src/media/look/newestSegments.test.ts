import { expect, it } from 'vitest';
import { newestSegments } from './newestSegments.ts';

const playlist = (...lengths: number[]) =>
  ['#EXTM3U', '#EXT-X-TARGETDURATION:4', ...lengths.flatMap((n, i) => [`#EXTINF:${n.toFixed(6)},`, `c_${i}.ts`])].join(
    '\n',
  );

it.each<[string, string, ReturnType<typeof newestSegments>]>([
  ['six segments of 2 s', playlist(2, 2, 2, 2, 2, 2), { index: -6, seconds: 10, behind: 2 }],
  ['many segments of 2 s', playlist(...Array<number>(3000).fill(2)), { index: -7, seconds: 12, behind: 2 }],
  ['segments of 4 s', playlist(4, 4, 4, 4, 4, 4), { index: -4, seconds: 12, behind: 4 }],
  ['segments of 10 s', playlist(10, 10, 10, 10), { index: -3, seconds: 20, behind: 10 }],
  ['a stream that has just begun', playlist(2, 2), { index: -2, seconds: 2, behind: 2 }],
  ['a single segment', playlist(2), null],
  ['segments of a minute', playlist(60, 60, 60), null],
  ['an empty playlist', playlist(), null],
  ['a page', '<html>#EXTINF:2', null],
  ['a huge file', `#EXTM3U\n${'#EXTINF:2,\n'.repeat(100_000)}`, null],
  ['a length that is no number', '#EXTM3U\n#EXTINF:NaN,\na.ts\n#EXTINF:-2,\nb.ts', null],
  ['a master playlist', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nc_output_0.m3u8\n', { variant: 'c_output_0.m3u8' }],
  ['a master playlist of another host', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nhttp://evil.test/c.m3u8\n', null],
  ['a master playlist of another folder', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n../c.m3u8\n', null],
])('the newest segments are found in %s', (_, text, expected) => expect(newestSegments(text)).toEqual(expected));

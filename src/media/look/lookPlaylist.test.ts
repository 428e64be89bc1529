import { describe, expect, it } from 'vitest';
import { lookPlaylist } from './lookPlaylist.ts';

const playlist = (...lengths: number[]) =>
  ['#EXTM3U', '#EXT-X-TARGETDURATION:4', ...lengths.flatMap((n, i) => [`#EXTINF:${n.toFixed(6)},`, `c_${i}.ts`])].join(
    '\n',
  );
const shown = (text: string) => {
  const found = lookPlaylist(text);
  if (found === null || 'variant' in found) return found;
  const files = found.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return [found.seconds, ...files];
};

describe('the playlist of a look', () => {
  it('is complete, so that ffmpeg waits for nothing', () =>
    expect(lookPlaylist(playlist(2, 2))).toEqual({
      text: '#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXTINF:2.000000,\nc_0.ts\n#EXTINF:2.000000,\nc_1.ts\n#EXT-X-ENDLIST\n',
      seconds: 4,
    }));

  it.each<[string, string, ReturnType<typeof shown>]>([
    ['six segments of 2 s', playlist(2, 2, 2, 2, 2, 2), [12, ...[0, 1, 2, 3, 4, 5].map((n) => `c_${n}.ts`)]],
    ['segments of 4 s', playlist(4, 4, 4, 4, 4, 4), [12, 'c_3.ts', 'c_4.ts', 'c_5.ts']],
    ['segments of 10 s', playlist(10, 10, 10, 10), [20, 'c_2.ts', 'c_3.ts']],
    ['a stream that has just begun', playlist(2), [2, 'c_0.ts']],
    ['segments of a minute', playlist(60, 60, 60), null],
    ['an empty playlist', playlist(), null],
    ['a page', '<html>#EXTINF:2', null],
    ['a huge file', `#EXTM3U\n${'#EXTINF:2,\n'.repeat(100_000)}`, null],
    ['lengths that are no numbers', '#EXTM3U\n#EXTINF:NaN,\na.ts\n#EXTINF:-2,\nb.ts\n#EXTINF:1e999,\nc.ts', null],
    ['files of another host', '#EXTM3U\n#EXTINF:2,\nhttp://evil.test/a.ts\n', null],
    ['files of another folder', '#EXTM3U\n#EXTINF:2,\n../../etc/a.ts\n', null],
    [
      'a restart of the source',
      `${playlist(2, 2, 2)}\n#EXT-X-DISCONTINUITY\n#EXTINF:2,\nd.ts\n#EXTINF:2,\ne.ts`,
      [4, 'd.ts', 'e.ts'],
    ],
    ['another key', `${playlist(2, 2)}\n#EXT-X-KEY:METHOD=AES-128,URI="k"\n#EXTINF:2,\nd.ts`, [2, 'd.ts']],
    ['a master playlist', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nc_output_0.m3u8\n', { variant: 'c_output_0.m3u8' }],
    ['a master playlist of another host', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nhttp://evil.test/c.m3u8\n', null],
    ['a master playlist of another folder', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n../c.m3u8\n', null],
  ])('lists the newest segments of %s', (_, text, expected) => expect(shown(text)).toEqual(expected));

  it('keeps the header of MP4 segments', () =>
    expect(lookPlaylist('#EXTM3U\n#EXT-X-MAP:URI="i.mp4"\n#EXTINF:2,\na.m4s\n')).toMatchObject({
      text: expect.stringContaining('#EXT-X-MAP:URI="i.mp4"\n#EXTINF'),
    }));
});

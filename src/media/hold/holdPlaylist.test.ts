import { expect, it } from 'vitest';
import { formatHoldPlaylist, parseHoldPlaylist } from './holdPlaylist.ts';

const X = '11111111-2222-3333-4444-555555555555';
const list = (...lines: string[]) => ['#EXTM3U', '#EXT-X-VERSION:3', '#EXT-X-TARGETDURATION:2', ...lines].join('\n');

it('a media playlist is parsed, and a master playlist returns the file name of its only variant', () => {
  expect(
    parseHoldPlaylist(
      list('#EXT-X-MEDIA-SEQUENCE:7', '#EXT-X-DISCONTINUITY', '#EXTINF:2.0,', `${X}_1.ts`, '#EXTINF:1.5,', `${X}_2.ts`),
    ),
  ).toEqual({
    sequence: 7,
    discontinuitySequence: 0,
    target: 2,
    entries: [
      { file: `${X}_1.ts`, seconds: 2, discontinuity: true },
      { file: `${X}_2.ts`, seconds: 1.5, discontinuity: false },
    ],
  });
  expect(parseHoldPlaylist(list('#EXT-X-STREAM-INF:BANDWIDTH=1', `${X}_output_0.m3u8`))).toEqual({
    variant: `${X}_output_0.m3u8`,
  });
});

it('the empty entry of a run that ended before its first packet is left out', () => {
  const parsed = parseHoldPlaylist(
    list('#EXT-X-MEDIA-SEQUENCE:7', '#EXTINF:0.000000,', `${X}_1.ts`, '#EXTINF:2,', `${X}_2.ts`),
  );
  expect(parsed).toMatchObject({ sequence: 8, entries: [{ file: `${X}_2.ts` }] });
});

it.each([
  ['a page', '<!doctype html><title>404</title>'],
  ['nothing', ''],
  ['a file elsewhere', list('#EXTINF:2,', '../secret.ts')],
  ['a file in a folder', list('#EXTINF:2,', 'folder/a.ts')],
  ['another host', list('#EXTINF:2,', 'http://host/a.ts')],
  ['an absolute path', list('#EXTINF:2,', '/a.ts')],
  ['a query', list('#EXTINF:2,', 'a.ts?token=1')],
  ['fragments of MP4', list('#EXTINF:2,', 'a.m4s')],
  ['a segment of a day', list('#EXTINF:86400,', 'a.ts')],
  ['a segment of no number', list('#EXTINF:long,', 'a.ts')],
  ['a sequence of no number', list('#EXT-X-MEDIA-SEQUENCE:many', '#EXTINF:2,', 'a.ts')],
  ['a sequence that no number holds', list(`#EXT-X-MEDIA-SEQUENCE:${'9'.repeat(40)}`, '#EXTINF:2,', 'a.ts')],
  ['a variant elsewhere', list('#EXT-X-STREAM-INF:BANDWIDTH=1', 'http://host/a.m3u8')],
  ['more entries than a list has', list(...Array.from({ length: 3000 }, (_, i) => `#EXTINF:2,\n${i}.ts`))],
  ['10 MB', `#EXTM3U\n${'#\n'.repeat(5_000_000)}`],
])('a playlist that has %s is rejected', (_, text) => {
  expect(parseHoldPlaylist(text)).toBeNull();
});

it('a playlist that was written can be parsed, and has no end tag', () => {
  const playlist = {
    sequence: 4,
    discontinuitySequence: 2,
    target: 3,
    entries: [
      { file: 'hold-x_000.ts', seconds: 2, discontinuity: true },
      { file: 'hold-x_001.ts', seconds: 2.125, discontinuity: false },
    ],
  };
  const text = formatHoldPlaylist(playlist);
  expect(parseHoldPlaylist(text)).toEqual(playlist);
  expect(text).not.toContain('ENDLIST');
});

import { readFileSync } from 'node:fs';
import { parseAacConfig, parseAdts, parseMp3 } from '../../../../src/media/hls/segment/audioHeaders.ts';
import { parseMp4 } from '../../../../src/media/hls/segment/mp4.ts';
import { parseTs } from '../../../../src/media/hls/segment/mpegTs.ts';
import { nalUnitsIn, parseH264Set, parseHevcSet } from '../../../../src/media/hls/segment/parameterSets.ts';
import { parseSegment } from '../../../../src/media/hls/segment/parseSegment.ts';
import { besides, parsePlaylist } from '../../../../src/media/hls/segment/playlist.ts';
import { formatHoldPlaylist, parseHoldPlaylist } from '../../../../src/media/hold/holdPlaylist.ts';
import { parseHoldOrder, parseHoldStatus } from '../../../../src/media/hold/holdStatus.ts';
import { bytes, hex, record, text } from '../kinds.ts';
import { must, mustEqual } from '../must.ts';
import { target } from '../target.ts';

const MOST = 8192;
const fixture = (name: string) =>
  readFileSync(new URL(`../../../../src/media/hls/segment/fixtures/${name}`, import.meta.url)).subarray(0, MOST);

/** Checks the figures against the number of bytes. */
function hold(parsed: ReturnType<typeof parseTs>, size: number) {
  const { video, audio, seconds } = parsed?.figures ?? {};
  must((video?.frames ?? 0) <= size, () => `${video?.frames} pictures in ${size} bytes`);
  for (const { holes, kbit } of [video, audio].flatMap((found) => (found ? [found] : []))) {
    must(holes.length <= 16, () => `${holes.length} holes`);
    must((kbit ?? 0) >= 0 && (seconds ?? 0) >= 0, 'less than nothing');
  }
  const sides = video?.width !== undefined && video.height !== undefined ? [video.width, video.height] : [];
  must(
    sides.every((side) => side >= 0 && side <= 65_535),
    () => `a picture of ${sides.join('×')}`,
  );
  return parsed;
}

const ts = target({
  name: 'segments: MPEG-TS',
  reads: [
    'src/media/hls/segment/mpegTs.ts',
    'src/media/hls/segment/audioHeaders.ts',
    'src/media/hls/segment/parseSegment.ts',
  ],
  kind: bytes,
  examples: [fixture('h264-aac.mpegts'), fixture('h264-b.mpegts'), fixture('hevc.mpegts'), fixture('mp3.mpegts')],
  run: (all) => [hold(parseTs(all), all.length), parseAdts(all), parseMp3(all), parseAacConfig(all)],
  findings: [],
});

const mp4 = target({
  name: 'segments: MP4',
  reads: ['src/media/hls/segment/mp4.ts'],
  kind: record<{ init: Buffer; segment: Buffer }>({ init: bytes, segment: bytes }),
  examples: [
    { init: fixture('h264-aac.init.mp4'), segment: fixture('h264-aac.m4s') },
    { init: fixture('hevc.mp4'), segment: fixture('hevc.mp4') },
  ],
  run: ({ init, segment }) => [
    hold(parseMp4(init, segment), init.length + segment.length),
    parseSegment(segment, null)?.figures,
  ],
  findings: [],
});

const sets = target({
  name: 'segments: parameter sets',
  reads: ['src/media/hls/segment/parameterSets.ts'],
  kind: bytes,
  examples: [
    hex('674d400aec844dbff0000300010003000003001400f122592c'),
    hex('420101016000000300900000030000030021a004022090959657e4932bc05a020000030002000003003210'),
  ],
  run(unit) {
    const found = [parseH264Set(unit), parseHevcSet(unit), ...nalUnitsIn(unit).map(parseH264Set)];
    for (const set of found) must(set === null || (set.width > 0 && set.height > 0), 'a picture without a size');
    return found;
  },
  findings: [],
});

const playlists = target({
  name: 'segments: playlists',
  reads: ['src/media/hls/segment/playlist.ts'],
  kind: text({
    words: [
      '#EXTM3U\n',
      '#EXTINF:',
      '#EXT-X-MAP:URI="',
      '"',
      '#EXT-X-STREAM-INF:',
      '#EXT-X-MEDIA:TYPE=AUDIO',
      '../',
      '\n',
      'a.ts',
      '?',
    ],
  }),
  examples: [
    '#EXTM3U\n#EXT-X-MAP:URI="a.mp4"\n#EXTINF:2.000000,\na_1.m4s\n',
    '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,URI="a.m3u8"\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\n',
  ],
  run(input) {
    const list = parsePlaylist(input);
    const uris = list?.kind === 'media' ? list.segments.map(({ uri }) => uri) : [list?.uri ?? ''];
    const files = uris.map((uri) => besides('/channel/list.m3u8', uri));
    for (const file of files)
      must(
        file === null || (file.startsWith('/channel/') && !file.split('/').includes('..')),
        () => `leads to ${file}`,
      );
    return [list, files];
  },
  findings: [
    { input: '#EXTM3U\n.', why: 'a folder was a segment' },
    { input: '#EXTM3U\n#EXTINF:1e999\na', why: 'a length that is no number' },
  ],
});

const holds = target({
  name: 'hold: playlists',
  reads: ['src/media/hold/holdPlaylist.ts'],
  kind: text({
    words: [
      '#EXTM3U\n',
      '#EXTINF:2.0,\n',
      '#EXTINF:',
      '1e999',
      '#EXT-X-MEDIA-SEQUENCE:',
      '#EXT-X-DISCONTINUITY-SEQUENCE:',
      '#EXT-X-TARGETDURATION:',
      '#EXT-X-DISCONTINUITY\n',
      '#EXT-X-STREAM-INF:BANDWIDTH=1\n',
      'hold-x_000.ts\n',
      'x_1.ts\n',
      'x_0.m3u8\n',
      '../',
      'http://',
      '9',
      '\n',
      '\r',
    ],
  }),
  examples: [
    '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:7\n#EXT-X-DISCONTINUITY\n#EXTINF:2.0,\nx_1.ts\n#EXTINF:1.5,\nhold-x_2.ts\n',
    '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nx_0.m3u8\n',
  ],
  run(input) {
    const parsed = parseHoldPlaylist(input);
    if (parsed === null) return null;
    const names = 'variant' in parsed ? [parsed.variant] : parsed.entries.map(({ file }) => file);
    must(
      names.every((name) => /^[\w-]+\.(?:ts|m3u8)$/.test(name)),
      'a name is a file beside it',
    );
    if ('variant' in parsed) return parsed;
    must(
      parsed.entries.every(({ seconds }) => seconds >= 0.1 && seconds <= 120),
      'a segment has a length',
    );
    const reread = parseHoldPlaylist(formatHoldPlaylist(parsed));
    const filesOf = (list: typeof reread) =>
      list === null || 'variant' in list ? null : [list.sequence, ...list.entries.map(({ file }) => file)];
    mustEqual(filesOf(reread), filesOf(parsed), 'it is read as it was written');
    return parsed;
  },
  findings: [],
});

const holdFiles = target({
  name: 'hold: status and order',
  reads: ['src/media/hold/holdStatus.ts'],
  kind: text({
    words: [
      '{"version":1,',
      '"beat":1,',
      '"onAir":"slate",',
      '"seconds":',
      '"why":"ended",',
      '"image":"ready",',
      '"limitIn":null}',
      '1e999',
      '-1',
      'slate',
      'source',
      '\n',
    ],
  }),
  examples: [
    '{"version":1,"beat":3,"onAir":"slate","seconds":12.5,"why":"ended","image":"ready","limitIn":1787.5}',
    '{"version":1,"beat":3,"onAir":"nothing","seconds":0,"why":"limit","image":"short-list","limitIn":null}',
    '{"version":1,"beat":3,"onAir":"backup","backup":2,"seconds":1,"why":"ended","image":"ready","limitIn":null,"backups":[{"id":2,"state":"ready","differs":[]},{"id":1,"state":"mismatch","differs":["size"]}]}',
    'slate\n',
    'backup',
  ],
  run(written) {
    const order = parseHoldOrder(written);
    must(['auto', 'slate', 'source', 'backup'].includes(order), () => `${order} is an order`);
    const status = parseHoldStatus(written);
    if (status === null) return order;
    must(status.seconds >= 0 && Number.isFinite(status.seconds), () => `${status.seconds} seconds`);
    mustEqual(parseHoldStatus(JSON.stringify(status)), status, 'read again it is another');
    return [order, status];
  },
  findings: [],
});

export const segmentParsers = [ts, mp4, sets, playlists, holds, holdFiles];

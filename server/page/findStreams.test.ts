import { expect, it } from 'vitest';
import { findStreams } from './findStreams.ts';

const PAGE = 'https://tv.example.org/live/index.html?x=1';
const HLS = 'https://tv.example.org/live/a.m3u8';

it.each<[string, string, string[]]>([
  ['og:video', '<meta property="og:video" content="https://cdn.example.org/a.mp4">', ['https://cdn.example.org/a.mp4']],
  ['og:video:url', `<meta content='${HLS}' property='og:video:url' />`, [HLS]],
  ['twitter:player:stream', `<meta name=twitter:player:stream content=${HLS}>`, [HLS]],
  ['the page of a player as og:video', '<meta property="og:video" content="https://example.org/embed/1">', []],
  ['a video element', '<video src="v"></video>', ['https://tv.example.org/live/v']],
  [
    'sources of a video',
    '<video><source src=/b.webm><source src="//c.example/d.mp4"></video>',
    ['https://tv.example.org/b.webm', 'https://c.example/d.mp4'],
  ],
  ['an audio element', '<audio src="../radio"></audio>', ['https://tv.example.org/radio']],
  [
    'an image that does not end',
    '<img src="/mjpg/video.mjpg"><img src="/a.jpg">',
    ['https://tv.example.org/mjpg/video.mjpg'],
  ],
  [
    'an image of a webcam',
    '<img src="http://192.0.2.1:8080/?action=stream">',
    ['http://192.0.2.1:8080/?action=stream'],
  ],
  ['a link', '<a href="a.m3u8">Live</a>', [HLS]],
  ['a link to DASH', '<a href="a.mpd?t=1">', ['https://tv.example.org/live/a.mpd?t=1']],
  ['a link to RTSP', '<a href="rtsp://cam.example.org/1">', ['rtsp://cam.example.org/1']],
  ['a text of a script', `<script>play({ url: "${HLS}" })</script>`, [HLS]],
  [
    'JSON with escapes',
    '<script>{"u":"https:\\/\\/c.example\\/a.m3u8?b=1\\u0026c=2"}</script>',
    ['https://c.example/a.m3u8?b=1&c=2'],
  ],
  ['JSON in an attribute', '<div data-setup="{&quot;src&quot;:&quot;a.m3u8&quot;}">', [HLS]],
  [
    'the page of a player that receives the stream as a parameter',
    '<iframe src="https://p.example/?autoplay=1&src=https%3A%2F%2Fc.example%2Fa.m3u8%3Ft%3D1">',
    ['https://c.example/a.m3u8?t=1'],
  ],
  ['a player that receives the plain stream as a parameter', '<a href="player.html?file=/live/a.m3u8">', [HLS]],
  ['a query that cannot be read', '<a href="p?src=%E0%A4%A.mpd">', ['https://tv.example.org/live/%EF%BF%BD%A.mpd']],
  ['a script in a query', '<a href="p?src=javascript:a.m3u8">', []],
  ['the pictures of an ESP32', '<img src="http://192.0.2.1:81/stream">', ['http://192.0.2.1:81/stream']],
  [
    'the pictures of other cameras',
    '<img src="/videostream.cgi?user=a"><img src="/video_feed"><img src="/cgi-bin/faststream.jpg?stream=full">',
    [
      'https://tv.example.org/videostream.cgi?user=a',
      'https://tv.example.org/video_feed',
      'https://tv.example.org/cgi-bin/faststream.jpg?stream=full',
    ],
  ],
  ['no drawings of a stream', '<img src="/stream.png"><img src="/livestream/logo.jpg"><img src="/upstream">', []],
  ['entities', '<video src="a.m3u8?b=1&amp;c=2&#38;d&#x3D;3">', [`${HLS}?b=1&c=2&d=3`]],
  [
    'uppercase',
    '<VIDEO SRC="A.M3U8"></VIDEO><SCRIPT>"b.m3u8"</SCRIPT>',
    ['https://tv.example.org/live/A.M3U8', 'https://tv.example.org/live/b.m3u8'],
  ],
  ['a base', '<base href="/other/"><base href="/third/"><video src="a">', ['https://tv.example.org/other/a']],
  ['a base element after the links', '<video src="a"><base href="/other/">', ['https://tv.example.org/other/a']],
  ['a base that is a script', '<base href="javascript:1"><video src="a">', ['https://tv.example.org/live/a']],
  [
    'comments',
    `<!-- <video src="old"> --><video src="new"><!-- <video src="never">`,
    ['https://tv.example.org/live/new'],
  ],
  ['a style', '<style>"a.m3u8"</style>', []],
  [
    'likeliest first',
    '<img src="/a.mjpg"><video src="b.mp4"><a href="a.m3u8">',
    [HLS, 'https://tv.example.org/live/b.mp4', 'https://tv.example.org/a.mjpg'],
  ],
  ['each once', '<video src="a.m3u8#t=1"><a href="./a.m3u8">', [HLS]],
  ['the page itself', '<video src=""><video src="#"><video src="?x=1">', []],
  ['other protocols', '<video src="javascript:1"><video src="data:video/mp4,1"><video src="blob:https://a/1">', []],
  ['files and FTP', '<a href="file:///etc/a.m3u8"><a href="javascript:a.m3u8"><video src="ftp://a/b">', []],
  ['pieces of a script', '<script>x = a + ".m3u8"; y = `{b}/c.m3u8`; /\\.mpd$/</script>', []],
  ['markup that breaks off in a quote', '<video src="a.m3u8', [HLS]],
  ['markup without quotes and ends', '<p <video src=x><source =a src = a.m3u8 /', [HLS]],
  ['a script without an end', '<script>"a.m3u8"', [HLS]],
  ['entities out of range', '<video src="/a?&#9999999;">', ['https://tv.example.org/a?&']],
  ['a malformed address', '<video src="https://[">', []],
  ['nothing', '', []],
])('findStreams finds the streams in %s', (_, html, expected) => expect(findStreams(html, PAGE)).toEqual(expected));

it('findStreams returns at most ten streams', () => {
  const html = Array.from({ length: 50 }, (_, n) => `<video src="${n}">`).join('');
  expect(findStreams(html, PAGE)).toHaveLength(10);
});

it.each([
  ['brackets', '<'],
  ['unclosed tags', '<a'],
  ['unclosed tags with a blank', '<a '],
  ['unclosed comments', '<!--'],
  ['unclosed scripts', '<script>'],
  ['scripts', '<script></script>'],
  ['quotes', `<a b="'`],
  ['equals signs', '<a ='],
  ['blanks after a name', '<a b '],
  ['entities', '<a b="&amp'],
  ['video elements', '<video src=a.m3u8>'],
  ['quoted attributes', `<a b='.m3u8?'>`],
  ['queries', '<a b="?m3u8=&'],
  ['backslashes', '<script>"\\\\/m3u8'],
])('findStreams scans 1 MB of %s in linear time', (_, part) => {
  const steps = (length: number) => {
    const html = part.repeat(Math.ceil(length / part.length));
    const before = process.cpuUsage().user;
    findStreams(html, PAGE);
    return process.cpuUsage().user - before;
  };
  steps(100_000);
  expect(steps(1_000_000)).toBeLessThan(3_000_000);
});

import { findStreams } from '../../../../server/page/findStreams.ts';
import { text } from '../kinds.ts';
import { must } from '../must.ts';
import { target } from '../target.ts';

const PAGE = 'https://tv.example.org/live/?x=1';

const streams = target({
  name: 'web pages: the streams in them',
  reads: ['server/page/findStreams.ts'],
  kind: text({
    words: [
      ...[
        '<video src="',
        '<source src=',
        '<base href="',
        '<meta property="og:video" content="',
        '<img src=',
        '<a href=',
      ],
      ...[
        '<script>',
        '</script>',
        '<style>',
        '<!--',
        '-->',
        '<',
        '>',
        '/>',
        '"',
        "'",
        '=',
        '`',
        '&amp;',
        '&#x2F;',
        '&#',
      ],
      ...[
        'a.m3u8',
        'b.mpd',
        'c.mjpg',
        'rtsp://',
        'https://',
        '//',
        '../',
        'javascript:',
        'data:',
        '\\/',
        '\\u0026',
        '#',
        '?',
      ],
    ],
  }),
  examples: [
    '<base href="/a/"><video src="b.m3u8?c=1&amp;d=2"></video><script>play("https:\\/\\/c.example\\/e.mpd")</script>',
    '<!-- <video src=x> --><META content="/a.mp4" property="og:video"><img src="/mjpg/video.mjpg">',
  ],
  run(html) {
    const found = findStreams(html, PAGE);
    must(found.length <= 10, () => `${found.length} streams`);
    must(new Set(found).size === found.length, 'one is offered twice');
    for (const address of found) {
      must(/^(?:https?|rtsp):\/\//.test(address), () => `${address} is no address of a stream`);
      must(!address.includes('#') && address !== PAGE, () => `${address} is the page, or a part of something`);
      must(new URL(address).href === address, () => `${address} is not written as it is read`);
    }
    return found.join('').length;
  },
  findings: [{ input: '<img src=rtsp:', why: 'RTSP without a host was offered' }],
});

export const webPages = [streams];

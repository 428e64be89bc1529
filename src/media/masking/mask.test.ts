import { describe, expect, it } from 'vitest';
import { processorTime } from '../../../harness/test/testing/processorTime.ts';
import { hideIn, MARK, maskText, maskWith } from './mask.ts';
import { maskNamedSecrets } from './maskNamedSecrets.ts';
import { holdsSecret } from './maskOption.ts';

describe('known secrets in a text', () => {
  it.each([
    ['in a path', 'https://h/live_key/x.m3u8', ['live_key'], 'https://h/***/x.m3u8'],
    ['encoded', 'https://h/?cid=p%40ss%2Fw', ['p@ss/w'], 'https://h/?cid=***'],
    ['without the slash in front', 'to h/live/key now', ['/live/key'], 'to h/*** now'],
    ['quoted in JSON', JSON.stringify({ log: 'a"b\\c failed' }), ['a"b\\c'], '{"log":"*** failed"}'],
    ['a secret inside another', 'key-long and key-', ['key-', 'key-long'], '*** and ***'],
    ['all of them', 'one1 two2', ['one1', ' two2 '], '*** ***'],
    ['but none that is part of every word', 'a live stream', ['a', 'ive'], 'a live stream'],
    ['and half a character breaks nothing', 'x', ['key\uD800key'], 'x'],
  ])('are masked: %s', (_, text, secrets, hidden) => expect(hideIn(text, secrets)).toBe(hidden));
});

it('secrets in a usual place are masked even if they are not known', () =>
  expect(maskWith(['live_key'])('rtmp://u:p@h/app/k?a=live_key')).toBe('rtmp://***@h/app/***'));

const UUID = '3f6b1f0e-7d7e-4c55-9d64-2b6a4c1f9a10';

describe('a text with an address, option or header', () => {
  it.each([
    // An @, a slash, a colon, a question mark, a hash in the password
    ['rtmp://user:p@ss@host/app/key', 'rtmp://***@host/app/***'],
    ['rtmp://user:p/ss@host:1935/app/key', 'rtmp://***@host:1935/app/***'],
    ['rtsp://user:12/34@cam.example/stream', 'rtsp://***@cam.example/stream'],
    ['rtsp://user:a:b?c#d@cam/stream', 'rtsp://***@cam/stream'],
    ['rtsp://user:p%40ss@cam/stream', 'rtsp://***@cam/stream'],
    ['http://user:p@s/s@host/x', 'http://***@host/x'],
    ["rtsp://user:it's@cam/stream failed", 'rtsp://***@cam/stream failed'],
    ["to 'rtsp://user:p ss@cam/stream': refused", "to 'rtsp://***@cam/stream': refused"],
    ['rtsp://user:p|w]x@cam/stream', 'rtsp://***@cam/stream'],
    ['icecast://source:pw@host:8000/live', 'icecast://***@host:8000/live'],
    ['RTSP://USER:PW@HOST/x', 'RTSP://***@HOST/x'],
    ['rtsp://user:pw@[2001:db8::1]:554/x', 'rtsp://***@[2001:db8::1]:554/x'],
    ['rtsp://[2001:db8::1]:554/x', 'rtsp://[2001:db8::1]:554/x'],
    ['rtsp://usér:pässwörd@cam/x', 'rtsp://***@cam/x'],
    // Truncated
    ['rtsp://user:passw…', 'rtsp://***'],
    ['rtsp://user:12…', 'rtsp://***'],
    ['rtmp://a.rtmp.youtube.com/live2/abcd-ef…', 'rtmp://a.rtmp.youtube.com/live2/***…'],
    // Stream keys
    ['rtmp://a.rtmp.youtube.com/live2/abcd-efgh', 'rtmp://a.rtmp.youtube.com/live2/***'],
    ['rtmps://h/app/key/', 'rtmps://h/app/***'],
    ['rtmp://h/app/key?x=/a', 'rtmp://h/app/***'],
    [
      'Error opening output rtmp://h/app/key: Input/output error',
      'Error opening output rtmp://h/app/***: Input/output error',
    ],
    ["Output #0, flv, to 'rtmp://h/app/key':", "Output #0, flv, to 'rtmp://h/app/***':"],
    [`rtmp://h/live/${UUID}.stream`, `rtmp://h/live/${UUID}.stream`],
    [`rtmp://h/live/${UUID}.stream?token=abc`, `rtmp://h/live/${UUID}.stream?token=***`],
    // Several in one line
    [
      '[f=flv]rtmp://u:p@h/a/k1|[f=flv:onfail=ignore]rtmp://h2/a/k2',
      '[f=flv]rtmp://***@h/a/***|[f=flv:onfail=ignore]rtmp://h2/a/***',
    ],
    ['rtsp://u:p@h1/x,rtsp://u:q@h2/y and rtsp://u:r@h3/z', 'rtsp://***@h1/x,rtsp://***@h2/y and rtsp://***@h3/z'],
    ['http://proxy/rtsp://u:p@h/x', 'http://proxy/rtsp://***@h/x'],
    ['rtsp://u:p@h/x\nrtsp://u:q@h/y', 'rtsp://***@h/x\nrtsp://***@h/y'],
    // Queries
    [
      'srt://h:9000?passphrase=a#b c&streamid=x',
      'srt://h:9000?passphrase=*** c&streamid=x'.replace('&streamid=x', '&streamid=***'),
    ],
    [
      'srt://h:9000?mode=caller&passphrase=p&streamid=#!::r=a,m=publish',
      'srt://h:9000?mode=caller&passphrase=***&streamid=***',
    ],
    [
      'https://h/x?Token=a&KEY=b&Sig=c&AUTH=d&Password=e&streamKey=f&X-Amz-Signature=g&w=1',
      'https://h/x?Token=***&KEY=***&Sig=***&AUTH=***&Password=***&streamKey=***&X-Amz-Signature=***&w=1',
    ],
    ['https://h/x?passphrase=ab&cd&w=1', 'https://h/x?passphrase=***&***&w=1'],
    ['https://h/?url=rtsp%3A%2F%2Fu%3Ap%40h%2Fx', 'https://h/?url=rtsp%3A%2F%2F***%40h%2Fx'],
    ['rtsp%253A%252F%252Fu%253Ap%2540h', 'rtsp%253A%252F%252F***%2540h'],
    // Options, headers, JSON
    ['-headers "Authorization: Bearer x y" -i a', '-headers "***" -i a'],
    ['Authorization: Digest username="op", response="abc"', 'Authorization: Digest ***'],
    ['Error setting option passphrase to value hunter2.', 'Error setting option passphrase to value ***'],
    ['{"password":"a,b}\\"c","name":"x"}', '{"password":"***","name":"x"}'],
    ['{"address":"rtsp:\\/\\/u:p@h\\/x","a":1}', '{"address":"rtsp:\\/\\/***@h\\/x","a":1}'],
    ['{"a":"{\\"b\\":\\"rtmp://h/a/k\\"}"}', '{"a":"{\\"b\\":\\"rtmp://h/a/***\\"}"}'],
    // No secret
    ['[rtmp @ 0x5581] Cannot open rtsp://cam:554/x', '[rtmp @ 0x5581] Cannot open rtsp://cam:554/x'],
    ['https://medium.example/@user/x', 'https://medium.example/@user/x'],
    ['udp://@239.0.0.1:1234', 'udp://@239.0.0.1:1234'],
    ['srt://:9000?mode=listener', 'srt://:9000?mode=listener'],
    ['frame= 1 fps=25 q=-1.0 size= 10kB time=00:00:01.00', 'frame= 1 fps=25 q=-1.0 size= 10kB time=00:00:01.00'],
  ])('is shown without secrets: %s', (text, shown) => expect(maskText(text)).toBe(shown));
});

const random = (seed: number) => () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
};

it('a random password never appears in a masked text', () => {
  const next = random(7);
  const nasty = [...'@@::///??##%&=+,;|[]{}()<>\'"`~!$^*-_.äß漢🙂', '%40', '%2F', '://', 'abc', 'XYZ', '12'];
  const shown: string[] = [];
  for (let i = 0; i < 5000; i += 1) {
    const middle = Array.from(
      { length: 1 + Math.floor(next() * 12) },
      () => nasty[Math.floor(next() * nasty.length)],
    ).join('');
    const password = `Qz7${middle}Wv9`;
    for (const line of [
      `rtsp://user:${password}@cam.example:554/stream`,
      `[tcp @ 0x55] Connection to rtsp://user:${password}@cam.example:554/stream failed: Input/output error`,
    ]) {
      const masked = maskText(line);
      if (/Qz7|Wv9/.test(masked) || !masked.includes('@cam.example:554/stream')) shown.push(`${line} → ${masked}`);
    }
  }
  expect(shown.slice(0, 5)).toEqual([]);
});

describe('masking', () => {
  const MB = 1_000_000;
  it.each([
    'a',
    'a.',
    'a:',
    'eyJ-',
    '://',
    'a://',
    'a://@',
    'a://b:c/',
    'a://b:c ',
    "'a://b",
    '"a://b:c" ',
    'rtmp://a/',
    '/',
    '@',
    '?a=',
    '?token=a?',
    '&',
    'token ',
    'token=',
    '-headers ',
    '%3A%2F%2F',
    'a%3A%2F%2F',
    'a%253A%252F%252F&',
    '"',
    '\\"',
    'Authorization: ',
    'Basic ',
    'option token ',
    '[f=flv]rtmp://a/b|',
    ':,.;)',
    'a\\://u\\:b',
    '\\',
    '-user_agent a ',
    '-metadata a=b ',
    'server error: ',
    'a://b1c2',
    'x_',
    'user_agent=a',
  ])('takes linear time for %s, repeated', (part) => {
    const short = part.repeat(MB / 8 / part.length);
    const time = (text: string) => {
      const spentMs = processorTime();
      maskText(text);
      return spentMs();
    };
    time(short);
    // Quadratic time would take 64 times as long.
    expect(time(part.repeat(MB / part.length))).toBeLessThan(2000 + 24 * time(short));
  });
});

it.each(['-headers', '-passphrase', '-http_proxy'])('the option %s is known to hold a secret', (flag) =>
  expect([holdsSecret(flag), maskText(`${flag} x`)]).toEqual([true, `${flag} ${MARK}`]),
);

describe('values typed for servers or viewers', () => {
  it.each([
    ['-user_agent Studio/1 of Ann -i x', '-user_agent *** -i x'],
    ['-user_agent "Studio \\"1\\"" -re', '-user_agent "***" -re'],
    ['-user_agent Studio/1 https://h/x', '-user_agent *** https://h/x'],
    ['-referer portal.example/ann -re', '-referer *** -re'],
    ['-cookies a=b; c=d -re', '-cookies *** -re'],
    ['-rtmp_app live/venue -rtmp_live live -rtmp_buffer 300', '-rtmp_app *** -rtmp_live live -rtmp_buffer 300'],
    ['-rtmp_tcurl x -rtmp_pageurl y -rtmp_swfsize 12', '-rtmp_tcurl *** -rtmp_pageurl *** -rtmp_swfsize 12'],
    ['-ice_name Ann FM -ice_public 1', '-ice_name *** -ice_public 1'],
    [
      '-metadata title=Ann is on -metadata:s:a:0 comment="x y" -f flv',
      '-metadata title=*** -metadata:s:a:0 comment="***" -f flv',
    ],
    ['-hls_enc_key_url abc -srtp_out_params abc -f hls', '-hls_enc_key_url *** -srtp_out_params *** -f hls'],
    ['Error setting option user_agent to value Studio 1 of Ann', 'Error setting option user_agent to value ***'],
    ['[f=flv:rtmp_app=live/venue]rtmp://h/a/k', '[f=flv:rtmp_app=***]rtmp://h/a/***'],
    ['User-Agent: Studio 1 of Ann\r\nAccept: */*', 'User-Agent: ***\r\nAccept: */*'],
    // No secret
    ...[
      '-codec:v libx264 -preset:v veryfast -b:v 4500k -keyint_min 50 -force_key_frames expr:gte(t,n_forced*2) -pass 1',
      '-map_metadata -1 -rtsp_transport tcp -content_type video/mp4 -auth_type digest -f flv',
      '-segment_format_options movflags=+frag_keyframe -x264-params keyint=50:scenecut=0 -skip_frame nokey',
      "Unrecognized option 'user_agent'.",
      '  Metadata:',
    ].map((line) => [line, line]),
  ])('are masked, and technical values are not: %s', (text, shown) => expect(maskText(text)).toBe(shown));
});

describe('addresses with escaped colons in filters', () => {
  it.each([
    ['-vf movie=rtsp\\://u\\:PW@cam', '-vf movie=rtsp\\://***@cam'],
    [
      'movie=rtsp\\://u\\:P@W/x@cam\\:554/x:loop=0,scale=640\\:360[v]',
      'movie=rtsp\\://***@cam\\:554/x:loop=0,scale=640\\:360[v]',
    ],
    ["movie='rtsp\\://u\\:PW@cam/x'[a];[0][a]overlay=W/2", "movie='rtsp\\://***@cam/x'[a];[0][a]overlay=W/2"],
    ["movie='rtsp\\://u\\:P W@cam/x'[a]", "movie='rtsp\\://***@cam/x'[a]"],
    ["movie='rtsp://u:PW@cam/x'[a]", "movie='rtsp://***@cam/x'[a]"],
    ['amovie=http\\\\://u\\\\:PW@h\\\\:80/x', 'amovie=http\\\\://***@h\\\\:80/x'],
    ['subtitles=filename=https\\:\\/\\/u\\:PW@h/x.srt', 'subtitles=filename=https\\:\\/\\/***@h/x.srt'],
    ['movie=rtsp\\://u\\:PW', 'movie=rtsp\\://***'],
    ['movie=rtsp\\://u:PW@cam', 'movie=rtsp\\://***@cam'],
    ['movie=rtsp\\://us\\,er\\:PW@cam', 'movie=rtsp\\://***@cam'],
    ['movie=rtmp\\://h/app/key[x];[x]overlay=W/2:H/2', 'movie=rtmp\\://h/app/***[x];[x]overlay=W/2:H/2'],
    ['movie=https\\://h/x?token=abc,scale=2', 'movie=https\\://h/x?token=***,scale=2'],
    ['movie=rtsp\\://u\\:PW@a[x];movie=rtsp\\://v\\:PQ@b[y]', 'movie=rtsp\\://***@a[x];movie=rtsp\\://***@b[y]'],
    ['movie=rtsp\\://u\\:PW@[2001\\:db8\\:\\:1]\\:554/x[v]', 'movie=rtsp\\://***@[2001\\:db8\\:\\:1]\\:554/x[v]'],
    ['movie=rtsp\\://cam\\:554/x,fps=25', 'movie=rtsp\\://cam\\:554/x,fps=25'],
  ])('are masked: %s', (text, shown) => expect(maskText(text)).toBe(shown));
});

describe('unknown keys of platforms', () => {
  it.each([
    ['rtmp://h/app/k: Stream key x7k2-9d3m-q1w2-e3r4 is not known', 'rtmp://h/app/***: Stream key *** is not known'],
    ['https://h/in/aB3dE6gH9jK2mN5pQ8/x.ts failed', 'https://h/in/***/x.ts failed'],
    ['https://h/x?e=aB3dE6gH9jK2mN5pQ8&w=1', 'https://h/x?e=***&w=1'],
    [
      '[rtmp @ 0x55d0a1b2] Server error: live_1234_abcd is already publishing',
      '[rtmp @ 0x55d0a1b2] Server error: *** is already publishing',
    ],
    ["[rtmp @ 0x1] Server error: Stream 'mykey' was refused", "[rtmp @ 0x1] Server error: Stream '***' was refused"],
    ['[rtmp @ 0x1] Unexpected stream mykey, expecting yours', '[rtmp @ 0x1] Unexpected stream ***, expecting ***'],
    // No secret
    ...[
      '[rtmp @ 0x55d0a1b2c3d4e5] Server error: NetStream.Publish.BadName 0x80070005 1920x1080',
      'https://h/hls/1280x720p30fps_4500k/segment_20240101120000.ts',
      `http://127.0.0.1:8080/memfs/${UUID}_0020.ts: HTTP error 404 Not Found`,
      `https://h/${UUID}/oembed.json`,
      '  configuration: --extra-version=0ubuntu0.22.04.1 --arch=amd64',
    ].map((line) => [line, line]),
  ])('are masked: %s', (text, shown) => expect(maskText(text)).toBe(shown));
});

const SECRET_NAMES = [
  ...['token', 'access_token', 'refresh_token', 'passphrase', 'passwd', 'password', 'pass', 'pwd', 'secret'],
  ...['stream_key', 'streamkey', 'streamid', 'cid', 'signature', 'pubUser', 'pubPasswd', 'playpath', 'fname'],
  ...['hls_enc_key', 'hls_enc_iv', 'api_key', 'apikey', 'auth-token', 'x-api-key', 'x-amz-auth-token'],
];

it.each(SECRET_NAMES)('the value after %s is masked, even outside an address', (name) => {
  for (const line of [`${name}=hunter2 and on`, `refused: ${name}: hunter2, again`, `{"${name}":"hunter2","port":1}`]) {
    expect(maskText(line)).toContain(name);
    expect(maskText(line)).not.toContain('hunter2');
    expect(maskNamedSecrets(line)).not.toContain('hunter2');
  }
});

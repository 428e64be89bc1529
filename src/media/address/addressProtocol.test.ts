import { expect, it } from 'vitest';
import { asArgument, classOf, isAddress, isReadable, listens, withCredentials } from './addressProtocol.ts';

it.each([
  ['rtsp://a/b', 'rtsp'],
  ['RTSPS://a/b', 'rtsp'],
  [' rtmps://a/b ', 'rtmp'],
  ['https://a', 'http'],
  ['mmsh://a', 'mms'],
  ['srt://a', 'srt'],
  ['/dev/video0', ''],
  ['1http://x', ''],
])('the address %s has the class %j', (address, expected) => {
  expect(classOf(address)).toBe(expected);
  expect(isAddress(address)).toBe(expected !== '');
});

it.each([
  ['rtsp://h/s', 'u', 'p', 'rtsp://u:p@h/s'],
  ['rtsp://h:554/s?x=a@b', 'u@site', 'p:w/d', 'rtsp://u%40site:p%3Aw%2Fd@h:554/s?x=a@b'],
  ['rtsp://old:creds@h/s', 'new', '', 'rtsp://new:creds@h/s'],
  ['rtsp://old:creds@h/s', '', 'new', 'rtsp://old:new@h/s'],
  ['ftp://h/s', 'u', '', 'ftp://u@h/s'],
  ['rtsp://h/s', '', '', 'rtsp://h/s'],
  ['rtsp://u:p@ss@h/s', 'new', 'word', 'rtsp://new:word@h/s'],
  ['rtsp://u:p@s@s@h:554/s?x=a@b', '', 'w', 'rtsp://u:w@h:554/s?x=a@b'],
  ['rtsp://u:p@ss@h/s', 'new', '', 'rtsp://new:p@ss@h/s'],
  ['rtsp://u:@h/s', '', 'w', 'rtsp://u:w@h/s'],
  ['http://h/s', 'u', '', 'http://u:@h/s'],
  ['rtmp://h/app', 'u@site', 'p:w d@', 'rtmp://u@site:p:w d@@h/app'],
  ['rtmp://u@site:old@h/app/k', '', 'new', 'rtmp://u@site:new@h/app/k'],
  ['rtmps://h/app', 'u', '', 'rtmps://u@h/app'],
  ['http://h?mail=a@b', 'u', 'p', 'http://u:p@h?mail=a@b'],
  ['srt://h:6000', 'u', 'p', 'srt://h:6000'],
])('the address %s gets the user %j and the password %j', (address, user, password, expected) =>
  expect(withCredentials(address, user, password)).toBe(expected),
);

it.each([
  ['rtsp://a', true],
  ['rtsps://a', true],
  ['http://a', true],
  ['srt://a', false],
])('a core with HTTP, TLS and RTSP can read %s: %s', (address, expected) =>
  expect(
    isReadable(address, {
      protocols: { input: ['http', 'tls'], output: [] },
      formats: { demuxers: ['rtsp'], muxers: [] },
    }),
  ).toBe(expected),
);

it.each([
  ['udp://0.0.0.0:1234', true],
  ['rtp://@:5004', true],
  ['udp://@239.0.0.1:1234', false],
  ['srt://:6000', true],
  ['srt://0.0.0.0:6000?latency=200&mode=listener', true],
  ['srt://192.0.2.10:6000?mode=caller', false],
  ['tcp://0.0.0.0:9000?listen', true],
  ['tcp://192.0.2.10:9000', false],
  ['rtsp://192.0.2.10/listen=1', false],
  ['https://example.org/live.m3u8?listen=1', true],
  ['', false],
])('the address %s listens for a sender: %s', (address, expected) => expect(listens(address)).toBe(expected));

it.each([
  ['RTSP://Cam.Example/Live?User=Me', 'rtsp://Cam.Example/Live?User=Me'],
  ['Crypto+HTTPS://H/S', 'crypto+https://H/S'],
  ['Async:HTTP://H/S', 'async:http://H/S'],
  ['http://H/Via/HTTP://Other/S', 'http://H/Via/HTTP://Other/S'],
  ['{memfs}/Name.m3u8', '{memfs}/Name.m3u8'],
  ['{rtmp,name=A://B}', '{rtmp,name=A://B}'],
  ['/Dev/Video0', '/Dev/Video0'],
  ['HW:1,0', 'HW:1,0'],
  ['-', '-'],
])('ffmpeg gets the address %s as %s', (address, expected) => expect(asArgument(address)).toBe(expected));

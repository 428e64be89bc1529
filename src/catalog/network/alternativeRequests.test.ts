import { expect, it } from 'vitest';
import type { Cause } from '../../media/diagnosis/causes.ts';
import type { ProbeVerdict } from '../../media/encoding/streams.ts';
import type { Settings } from '../form/fields.ts';
import { alternativeRequests, atStream, endsTrying, isWorthReading } from './alternativeRequests.ts';

const [TCP, UDP, HTTP] = ['RTSP over TCP', 'RTSP over UDP', 'RTSP over HTTP'];
const LONGER = 'a longer analysis';
const BROWSER = 'the user agent of a browser';
const rtsp = { mode: 'pull', address: 'rtsp://192.0.2.10/s' };
const http = { mode: 'pull', address: 'https://example.org/live.m3u8' };

it.each<[string, Settings, Cause, ProbeVerdict, (string | undefined)[]]>([
  ['a camera without UDP or TCP', rtsp, 'transport', 'error', [UDP, HTTP]],
  ['a camera by UDP', { ...rtsp, rtsp: { udp: true } }, 'no-packets', 'error', [TCP, HTTP, LONGER]],
  ['a camera by HTTP', { ...rtsp, rtsp: { udp: true, http: true } }, 'timeout', 'error', [TCP, UDP]],
  ['secured RTSP', { ...rtsp, address: 'rtsps://192.0.2.10/s' }, 'timeout', 'error', [UDP, HTTP]],
  ['RTSP with few details', rtsp, 'unknown', 'error', [UDP, HTTP, LONGER]],
  ['audio only', rtsp, 'no-video', 'nostream', [LONGER]],
  ['data only', rtsp, 'no-video', 'empty', [LONGER]],
  ['a wrong password', rtsp, 'login-wrong', 'error', []],
  ['no password', rtsp, 'login-needed', 'error', []],
  ['an unreachable host', rtsp, 'refused', 'error', []],
  ['an unknown hostname', rtsp, 'unresolved', 'error', []],
  ['a camera with another path', rtsp, 'not-found', 'error', []],
  ['a page that requires a browser', http, 'forbidden', 'error', [BROWSER]],
  ["a page, with a browser's user agent set", { ...http, http: { userAgent: 'VLC' } }, 'forbidden', 'error', []],
  ['a page with a login', { ...http, username: 'me' }, 'forbidden', 'error', []],
  ['a page with its own login', { ...http, address: 'http://me:x@example.org/' }, 'forbidden', 'error', []],
  ['segments that a script names', http, 'extension-blocked', 'error', ['segments of any name']],
  ['segments of any name', { ...http, http: { anySegments: true } }, 'extension-blocked', 'error', []],
  ['a playlist without video', http, 'no-video', 'nostream', [LONGER]],
  ['a response that is not a page', http, 'not-media', 'error', [LONGER]],
  [
    'a camera that sends pictures',
    { ...http, address: 'http://cam/stream?x=1.mp4' },
    'not-media',
    'error',
    ['MJPEG', LONGER],
  ],
  ['G.711 by its ending', { ...http, address: 'http://cam/a.ulaw?x=1' }, 'not-media', 'error', ['G.711 µ-law', LONGER]],
  ['raw H.264', { ...http, address: 'http://cam/v.h264' }, 'unknown', 'error', ['H.264', LONGER]],
  [
    'a format that was tried',
    { ...http, address: 'http://cam/', general: { format: 'aac' } },
    'not-media',
    'error',
    [LONGER],
  ],
  ['a web page', { ...http, address: 'http://cam/index.html' }, 'not-media', 'error', [LONGER]],
  ['SRT', { mode: 'pull', address: 'srt://192.0.2.10:6000' }, 'no-streams', 'error', [LONGER]],
  [
    'a source that was read for long',
    { ...rtsp, general: { probesize: 5e7, analyzeduration: 3e7 } },
    'no-video',
    'nostream',
    [],
  ],
  ['a source without an encoder', rtsp, 'unknown', 'nocoder', []],
  ['a pushed source', { mode: 'push', push: { type: 'rtmp' } }, 'no-answer', 'error', []],
])('the alternatives for %s', (_, settings, cause, verdict, words) => {
  const ways = alternativeRequests(settings, { verdict, cause });
  expect(ways.map((way) => way.words)).toEqual(words);
  for (const way of ways) expect(way.settings).toMatchObject({ mode: 'pull', address: settings.address });
});

it('alternatives for an HTTP address keep the protocol', () => {
  for (const { settings } of alternativeRequests(http, { verdict: 'error', cause: 'not-media' }))
    expect(settings.address).toBe(http.address);
});

it.each<[Cause, boolean]>([
  ['login-wrong', true],
  ['too-many-requests', true],
  ['transport', false],
  ['timeout', false],
])('after the cause %s, no further attempt is made: %s', (cause, over) => expect(endsTrying(cause)).toBe(over));

const at = (address: string, extra: Settings = {}): Settings => ({ mode: 'pull', address, ...extra });
const CAMERA = 'http://cam.example.org/live';

it.each<[string, string, (string | undefined)[]]>([
  ['multipart/x-mixed-replace;boundary=a', CAMERA, ['MJPEG']],
  ['video/x-motion-jpeg', CAMERA, ['MJPEG']],
  ['video/h264', CAMERA, ['H.264']],
  ['video/x-h265', CAMERA, ['H.265']],
  ['audio/aac', CAMERA, ['AAC (ADTS)']],
  ['audio/aacp', CAMERA, ['AAC (ADTS)']],
  ['audio/mpeg', CAMERA, ['MP3']],
  ['audio/ac3', CAMERA, ['AC-3']],
  ['audio/basic', CAMERA, ['G.711 µ-law']],
  ['audio/pcma', CAMERA, ['G.711 A-law']],
  ['video/mp2t', CAMERA, ['MPEG-TS']],
  // The content type wins over the extension, and a container over a guess.
  ['video/mp2t', `${CAMERA}.h264`, ['MPEG-TS']],
  ['audio/aac', `${CAMERA}.mp4`, ['AAC (ADTS)']],
  ['application/x-mpegurl', CAMERA, ['segments of any name']],
  ['video/m3u8', `${CAMERA}.php`, ['segments of any name']],
  ['video/mp4', CAMERA, []],
  ['audio/aac-lc-of-something/else', 'http://cam.example.org/a.ts', ['AAC (ADTS)']],
  // Content types of servers that do not know the format.
  ['application/octet-stream', CAMERA, ['MJPEG']],
  ['text/plain; charset=utf-8', `${CAMERA}.h264`, ['H.264']],
  ['', CAMERA, ['MJPEG']],
])('the alternatives for the content type "%s" at %s', (contentType, address, expected) => {
  const ways = alternativeRequests(at(address), { verdict: 'error', cause: 'not-media', contentType });
  expect(ways.map(({ words }) => words)).toEqual([...expected, LONGER]);
});

it.each<[string, Settings, Cause, ProbeVerdict, boolean]>([
  ['a page', at('https://example.org/'), 'not-media', 'error', true],
  ['an address in upper case', at(' HTTPS://example.org/'), 'unknown', 'error', true],
  ['a camera by RTSP', at('rtsp://example.org/'), 'not-media', 'error', false],
  ['FTP', at('ftp://example.org/'), 'not-media', 'error', false],
  ['a pushed source', { mode: 'push', address: 'https://example.org/' }, 'not-media', 'error', false],
  [
    'a source behind a proxy',
    at('https://a.example/', { http: { http_proxy: 'http://b' } }),
    'unknown',
    'error',
    false,
  ],
  ['audio only', at('https://example.org/'), 'no-video', 'nostream', false],
  ['an unreachable host', at('https://example.org/'), 'refused', 'error', false],
  ['a page that requires a login', at('https://example.org/'), 'login-needed', 'error', false],
  ['a page that requires a browser', at('https://example.org/'), 'forbidden', 'error', true],
  [
    'an address that is forbidden despite a login',
    at('https://example.org/', { username: 'me' }),
    'forbidden',
    'error',
    false,
  ],
])('reading the page is worthwhile for %s', (_, settings, cause, verdict, expected) =>
  expect(isWorthReading(settings, { verdict, cause })).toBe(expected),
);

it.each<[string, string, string, Settings]>([
  ['of the same host', 'http://cam.example/', 'rtsp://cam.example/1', { username: 'me', password: 'secret' }],
  ['of another port', 'http://cam.example/', 'http://cam.example:81/1', { username: 'me', password: 'secret' }],
  ['of another host', 'http://cam.example/', 'http://cdn.example/1', { username: '', password: '' }],
  ['of a part of it', 'http://cam.example/', 'http://a.cam.example/1', { username: '', password: '' }],
  ['in the clear', 'https://cam.example/', 'http://cam.example/1', { username: '', password: '' }],
  ['encrypted', 'http://cam.example/', 'https://cam.example/1', { username: 'me', password: 'secret' }],
])('the login of a page goes to a stream %s', (_, page, stream, login) => {
  const settings = at(page, { username: 'me', password: 'secret', http: { referer: 'https://a.example/' } });
  expect(atStream(settings, stream)).toEqual({ ...settings, ...login, address: stream });
});

it.each([
  ['http://me:p%40ss@cam.example/', 'rtsp://cam.example/1', 'rtsp://me:p%40ss@cam.example/1'],
  ['http://me:p%40ss@cam.example/', 'http://cdn.example/1', 'http://cdn.example/1'],
])('the login in %s goes to %s as %s', (page, stream, expected) =>
  expect(atStream(at(page), stream).address).toBe(expected),
);

import { describe, expect, it } from 'vitest';
import { failureIn, isPlayback, isStalled, playbackFault, playbackInput } from './playbackInput.ts';

const CHANNEL = '11111111-2222-4333-8444-555555555555';

describe('a playback address', () => {
  it.each([
    'https://live.example.org/hls/stream.m3u8',
    'http://radio.example.org:8000/live',
    'rtmp://live.example.org/live/stream',
    'rtsp://user:secret@192.0.2.4/stream',
    'srt://192.0.2.4:6000?mode=caller&streamid=a',
    'https://cdn.example.org/master.m3u8?token=a%20b&expires=1',
  ])('can be %s', (address) => expect(isPlayback(address)).toBe(true));

  it.each([
    'stream.m3u8',
    '/etc/passwd',
    'file:///etc/passwd',
    'concat:http://a/1|http://a/2',
    'http://a/1|http://a/2',
    'data:text/plain,a',
    'subfile,,start,0,end,0,,:/etc/passwd',
    'crypto+http://a/b',
    'udp://239.0.0.1:1234',
    'tcp://127.0.0.1:22?listen=1',
    'rtmp://0.0.0.0:1935/live?listen=1',
    'srt://:6000?mode=listener',
    '{memfs}/a.m3u8',
    'pipe:0',
    'http://a/b c',
    `http://a/${'b'.repeat(3000)}`,
  ])('cannot be %s', (address) => expect(isPlayback(address)).toBe(false));

  it('may be empty, and is not the channel itself', () => {
    const place = { channel: CHANNEL, own: ['core.example.org:8080', 'localhost:8080'] };
    expect(playbackFault(' ', place)).toBeNull();
    expect(playbackFault('https://other.example.org/a.m3u8', place)).toBeNull();
    expect(playbackFault(`http://CORE.example.org:8080/memfs/${CHANNEL}.m3u8`, place)).toMatch(/channel itself/);
    expect(playbackFault('youtube', place)).toMatch(/player/);
  });

  it.each(['http://a/b.m3u8', 'rtmp://a/b/c', 'srt://a:1?mode=caller'])('is read within limits: %s', (address) => {
    const { options } = playbackInput(address);
    expect(options).toContain('-rw_timeout');
    expect(options[options.indexOf('-protocol_whitelist') + 1]?.split(',')).not.toContain('file');
  });
});

describe('the log of a failed look', () => {
  it.each([
    ['[hls @ 0x55] Error opening input: Server returned 404 Not Found', { status: 'gone' }],
    ['http://a/b: Server returned 403 Forbidden (access denied)', { status: 'failed', doubt: 'login' }],
    ['tcp://a:80: Connection refused', { status: 'failed', doubt: 'network' }],
    ['http://a/b: Invalid data found when processing input', { status: 'failed', doubt: 'unreadable' }],
    [
      "[hls @ 0x55] Filename 'file:/etc/passwd' Protocol 'file' not on whitelist 'http'!",
      { status: 'failed', doubt: 'refused' },
    ],
    ['http://a/b: Connection timed out', { status: 'failed', doubt: 'slow' }],
    ['', { status: 'failed', doubt: 'unreadable' }],
  ])('gives the reason: %s', (line, finding) => expect(failureIn(['Input #0', line])).toEqual(finding));
});

describe('a playlist', () => {
  const opened = (...names: string[]) => names.map((name) => `[hls @ 0x5] Opening 'http://a/${name}' for reading`);

  it.each<[name: string, lines: string[], isStale: boolean]>([
    ['that gets no new segments', opened('1.ts', '2.ts', ...Array(5).fill('l.m3u8')), true],
    ['with a query that gets no new segments', opened('1.ts', ...Array(5).fill('l.m3u8?a')), true],
    [
      'with audio apart that gets no new segments',
      opened('1.ts', 'v.m3u8', ...Array(2).fill(['a.m3u8', 'v.m3u8']).flat()),
      true,
    ],
    [
      'with many variants that is being opened',
      opened('0.m3u8', '1.m3u8', '2.m3u8', '3.m3u8', '4.m3u8', '0.m3u8'),
      false,
    ],
    ['that goes on', opened('1.ts', 'l.m3u8', '2.ts', 'l.m3u8', '3.ts'), false],
    ['that is just waited for', opened('1.ts', ...Array(4).fill('l.m3u8')), false],
    ['that was not opened', ['Input #0', ''], false],
  ])('%s', (_, lines, isStale) => expect(isStalled(lines)).toBe(isStale));
});

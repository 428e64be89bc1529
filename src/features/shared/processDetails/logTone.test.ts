import { expect, it } from 'vitest';
import { toneOf } from './logTone.ts';

it.each([
  ['rtsp://camera/stream: Connection refused', 'error'],
  ['[http @ 0x559c3a46efc0] HTTP error 404 Not Found', 'error'],
  ['does-not-exist.mp4: No such file or directory', 'error'],
  ['Conversion failed!', 'error'],
  ['[hls @ 0x55ef] Non-monotonous DTS in output stream 0:0; previous: 5, current: 4; changing to 6.', 'warning'],
  ['[swscaler @ 0x5581] deprecated pixel format used, make sure you did set range correctly', 'warning'],
  ["[hls @ 0x559c3a362c40] Opening 'http://admin:x@localhost/memfs/a_0001.ts' for writing", undefined],
  ['Exiting normally, received signal 15.', undefined],
  ['  Duration: N/A, start: 0.000000, bitrate: 705 kb/s', undefined],
  ['  configuration: --enable-gpl (shortened)', undefined],
])('the log line %s has the tone %s', (line, tone) => expect(toneOf(line)).toBe(tone));

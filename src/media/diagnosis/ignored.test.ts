import { expect, it } from 'vitest';
import { diagnoseRun } from './diagnoseRun.ts';

const BEGUN = ["Input #0, hls, from 'http://a.example/x.m3u8':", "Output #0, flv, to 'rtmp://b.example/live':"];

it.each([
  ['maxrate', '[libx264 @ 0x1] VBV maxrate specified, but no bufsize, ignored'],
  ['bufsize', '[libx264 @ 0x1] VBV bufsize set but maxrate unspecified, ignored'],
  ['bitrate', '[libfdk_aac @ 0x1] VBR quality is set, the bitrate is unsupported and ignored'],
  ['profile', '[libx265 @ 0x1] profile is not supported for this format, ignoring'],
  ['level', 'x265 [warning]: level 3.0 is too low, ignored'],
])('an encoder that ignores the setting %s causes a warning', (setting, line) => {
  const ends: ['failed' | null, string[], string][] = [
    [null, [], 'none'],
    ['failed', ['av_interleaved_write_frame(): Broken pipe', 'Conversion failed!'], 'connection-lost'],
    ['failed', [], 'unknown'],
  ];
  for (const [exec, end, cause] of ends) {
    const found = diagnoseRun({ lines: [...BEGUN, line, ...end], seconds: 600, exec }, 'target');
    expect(found.cause).toBe(cause);
    expect(found.warnings).toMatchObject([{ cause: 'encoder-setting', count: 1 }]);
    expect(found.warnings[0]?.line).toContain(setting);
  }
});

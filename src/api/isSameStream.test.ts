import { expect, it } from 'vitest';
import { isSameStream } from './isSameStream.ts';

const ENCODED = ['-map', '0:0', '-codec:v', 'libx264', '-b:v', '2000k', '-maxrate:v', '2000k', '-s', '1280x720'];
const config = (options: string[], address = 'rtmp://a/live', global: string[] = []) => ({
  input: [{ address, options: ['-fflags', '+genpts'] }],
  output: [{ address: '{memfs}/a.m3u8', options }],
  options: global,
});
const replaced = (from: string, to: string) => ENCODED.map((option) => (option === from ? to : option));

it.each([
  ['nothing', config(ENCODED), true],
  ['another bitrate', config(replaced('2000k', '900k')), true],
  ['another text', config([...ENCODED, '-metadata', 'title=x']), true],
  ['another size', config(replaced('1280x720', '640x360')), false],
  ['another encoder', config(replaced('libx264', 'h264_nvenc')), false],
  ['another source', config(ENCODED, 'rtmp://b/live'), false],
  ['another global option', config(ENCODED, 'rtmp://a/live', ['-y']), false],
])('two configs make the same stream or not, if they differ by %s', (_, after, same) =>
  expect(isSameStream(config(ENCODED), after)).toBe(same),
);

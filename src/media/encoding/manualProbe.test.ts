import { expect, it } from 'vitest';
import { assumeProbe, parseSize } from './manualProbe.ts';
import { isAssumed } from './profile.ts';
import { emptyStream } from './streams.ts';

const format = { codec: 'hevc', size: '1280x720', fps: 29.97, audio: 'opus', sampling: 44_100, layout: 'mono' };

it.each([
  ['video and audio', format, 'video', ['video hevc 0', 'audio opus 1']],
  ['only video', { ...format, audio: 'none' }, 'video', ['video hevc 0']],
  ['separate audio', format, 'audio', ['audio opus 0']],
] as const)('a manual probe has the right streams: %s', (_, input, type, expected) => {
  const { streams } = assumeProbe(input, type);
  expect(streams.map((stream) => `${stream.type} ${stream.codec} ${stream.stream}`)).toEqual(expected);
  expect(streams.every(isAssumed)).toBe(true);
});

it.each([
  ['1280x720', 1280, 720],
  [' 1080 × 1920 ', 1080, 1920],
  ['2048*858', 2048, 858],
  ['720X576', 720, 576],
])('the size %s is parsed', (text, width, height) => {
  expect(parseSize(text)).toEqual({ width, height });
  expect(assumeProbe({ ...format, size: text }, 'video').streams[0]).toMatchObject({ width, height });
});

it.each(['', 'x', '1280', '1280x', '0x720', '1280x720x25', '99999x1', '-1x5', '1280:720', '12.5x7'])(
  'the size %j is rejected',
  (text) => expect(parseSize(text)).toBeNull(),
);

it('assumed streams are distinguished from probed ones', () =>
  expect([isAssumed(emptyStream), isAssumed(undefined)]).toEqual([false, false]));

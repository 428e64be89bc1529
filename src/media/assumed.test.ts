import { expect, it } from 'vitest';
import { assumedProbe } from './assumed.ts';
import { isAssumed } from './profile.ts';
import { emptyStream } from './streams.ts';

const told = { codec: 'hevc', size: '1280x720', fps: 29.97, audio: 'opus', sampling: 44_100, layout: 'mono' };

it.each([
  ['video and audio', told, 'video', ['video hevc 0', 'audio opus 1']],
  ['video alone', { ...told, audio: 'none' }, 'video', ['video hevc 0']],
  ['audio of its own', told, 'audio', ['audio opus 0']],
] as const)('%s', (_, given, type, expected) => {
  const { streams } = assumedProbe(given, type);
  expect(streams.map((one) => `${one.type} ${one.codec} ${one.stream}`)).toEqual(expected);
  expect(streams.every(isAssumed)).toBe(true);
});

it('knows what was seen', () => expect([isAssumed(emptyStream), isAssumed(undefined)]).toEqual([false, false]));

import { describe, expect, it } from 'vitest';
import { ProcessState } from '../../api/answers/process.ts';
import { progressOf } from '../run/progress.ts';
import { isPublished, readPush, startsOnReturn, waitsForTry } from './encoderReturn.ts';

const CHANNEL = '3f6b1f0e-7d7e-4c55-9d64-2b6a4c1f9a10';

describe('a process that waits for its next retry', () => {
  it.each([
    ['a failed process', { order: 'start', exec: 'failed', reconnect_seconds: 12 }, true],
    ['a process that was ended', { order: 'start', exec: 'killed', reconnect_seconds: 12 }, true],
    ['a process whose source ended', { order: 'start', exec: 'finished', reconnect_seconds: 12 }, true],
    ['a process that retries at once', { order: 'start', exec: 'failed', reconnect_seconds: 1 }, false],
    ['a process without another attempt', { order: 'start', exec: 'failed', reconnect_seconds: -1 }, false],
    ['a running process', { order: 'start', exec: 'running', reconnect_seconds: -1 }, false],
    ['a process that an operator stopped', { order: 'stop', exec: 'finished', reconnect_seconds: 12 }, false],
  ])('is recognized: %s', (_, state, waits) => {
    expect(waitsForTry(progressOf(ProcessState.parse(state)))).toBe(waits);
  });
});

it.each([
  ['only the name', ['key'], true],
  ['the name after an app', ['/live/key'], true],
  ['a longer name', ['/live/otherkey'], false],
  ['nothing', [], false],
])('a push is found among published streams with %s', (_, names, expected) => {
  expect(isPublished(names, CHANNEL, { type: 'rtmp', name: 'key' })).toBe(expected);
});

it('a source that does not read its own push is not a push', () => {
  const push = { type: 'rtmp', name: 'key' } as const;
  const heldPush = { push, astray: false, hasAudio: true, hasVideo: true };
  expect([readPush(heldPush), readPush({ ...heldPush, astray: true }), readPush(null)]).toEqual([push, null, null]);
});

describe('the automatic start when an encoder returns', () => {
  const waiting = { isLive: false, waits: true };
  it.each([
    [
      'happens once',
      [
        { ...waiting, isHere: true },
        { ...waiting, isHere: true },
      ],
      [true, false],
    ],
    [
      'happens again after the encoder was away',
      [
        { ...waiting, isHere: true },
        { ...waiting, isHere: false },
        { ...waiting, isHere: true },
      ],
      [true, false, true],
    ],
    [
      'happens again after the channel was live',
      [
        { ...waiting, isHere: true },
        { isLive: true, waits: false, isHere: false },
        { ...waiting, isHere: true },
      ],
      [true, false, true],
    ],
    [
      'does not happen twice for an encoder that connects and fails',
      [
        { ...waiting, isHere: true },
        { isLive: false, waits: false, isHere: false },
        { ...waiting, isHere: true },
      ],
      [true, false, false],
    ],
    ['does not come without the encoder', [{ ...waiting, isHere: false }], [false]],
  ])('happens once per return: it %s', (_, looks, starts) => {
    let used = false;
    const done = looks.map((facts) => {
      const next = startsOnReturn(used, facts);
      ({ used } = next);
      return next.starts;
    });
    expect(done).toEqual(starts);
  });
});

import { expect, it } from 'vitest';
import { answerOf, isStuck, oldAfter, recoveryStep } from './playbackRecovery.ts';

const short = { start: 90, end: 101 };

it.each([
  ['plays at the edge', { paused: false, still: 0, currentTime: 100, window: short }, 'none'],
  ['nothing is loaded yet', { paused: false, still: 3, currentTime: 0, window: null }, 'none'],
  ['lags after a stall', { paused: false, still: 0, currentTime: 92, window: short }, 'jump'],
  ['looks back on purpose', { paused: false, still: 0, currentTime: 40, window: { start: 0, end: 101 } }, 'none'],
  ['stalls', { paused: false, still: 4, currentTime: 100, window: short }, 'ask'],
  ['never started', { paused: false, still: 12, currentTime: 0, window: null }, 'ask'],
  ['is paused', { paused: true, still: 400, currentTime: 10, window: short }, 'none'],
] as const)('the recovery step of a player: %s', (_, moment, step) => expect(recoveryStep(moment)).toBe(step));

it.each([
  ['not yet', [9, 12, 10], false],
  ['segments come, and no picture', [10, 12, 10], true],
  ['the source is gone', [30, 12, 12], false],
  ['unknown segment', [10, null, null], true],
] as const)('a standing picture is stuck or not: %s', (_, [still, newest, before], stuck) =>
  expect(isStuck(still, newest, before)).toBe(stuck),
);

it.each([
  [200, 'there'],
  [206, 'there'],
  [404, 'offline'],
  [410, 'offline'],
  [509, 'full'],
  [403, 'away'],
  [502, 'away'],
] as const)('the status %s means %s', (status, answer) => expect(answerOf(status, new Headers())).toBe(answer));

it.each([
  ['that was written just now', 'Sun, 22 Nov 2026 13:19:18 GMT', 'Sun, 22 Nov 2026 13:19:16 GMT', 'there'],
  ['within a long segment', 'Sun, 22 Nov 2026 13:19:18 GMT', 'Sun, 22 Nov 2026 13:18:58 GMT', 'there'],
  ['of a stream that has ended', 'Sun, 22 Nov 2026 13:19:18 GMT', 'Sun, 22 Nov 2026 13:18:57 GMT', 'offline'],
  ['by a clock that was set back', 'Sun, 22 Nov 2026 13:19:18 GMT', 'Sun, 22 Nov 2026 14:19:18 GMT', 'there'],
  ['without a date', '', 'Sun, 22 Nov 2026 13:18:57 GMT', 'there'],
  ['of unknown age', 'Sun, 22 Nov 2026 13:19:18 GMT', 'yesterday', 'there'],
] as const)('the state of a playlist %s', (_, date, written, answer) => {
  expect(answerOf(200, new Headers({ date, 'last-modified': written }))).toBe(answer);
});

it.each([
  ['short segments', '#EXTM3U\n#EXT-X-TARGETDURATION:2\n', 8],
  ['long segments', '#EXTM3U\n#EXT-X-TARGETDURATION:10\n', 20],
  ['a playlist that was not read', '', 20],
])('the maximum age of a playlist with %s', (_, playlist, seconds) => expect(oldAfter(playlist)).toBe(seconds));

import { describe, expect, it } from 'vitest';
import { type AlarmCondition, judge, type Memory, type RingSettings } from './judgeAlarm.ts';

const good: AlarmCondition = { status: 'good' };
const off: AlarmCondition = { status: 'off' };
const unclear: AlarmCondition = { status: 'unclear' };
const bad = (...things: string[]): AlarmCondition => ({ status: 'bad', things });

const ON: RingSettings = { on: true, silencedUntil: 0 };

/** Returns the indexes of the looks, three seconds apart, at which one channel rings. */
function ringsAt(conditions: readonly AlarmCondition[], settings: RingSettings = ON): number[] {
  let memory: Readonly<Record<string, Memory>> = {};
  return conditions.flatMap((condition, round) => {
    const judged = judge(memory, { a: condition }, settings, round * 3000);
    memory = judged.memory;
    return judged.rings.length > 0 ? [round] : [];
  });
}

const times = (n: number, condition: AlarmCondition) => Array.from({ length: n }, () => condition);

describe('the alarm', () => {
  it.each([
    ['it goes bad', [good, bad('channel')], [1]],
    ['it stays bad', [good, ...times(50, bad('channel'))], [1]],
    ['it was bad from the start', [bad('channel'), bad('channel')], []],
    ['it was started and never went live', [off, unclear, bad('channel')], []],
    ['it was stopped', [good, unclear, off, off], []],
    ['it was stopped while it was bad', [good, bad('channel'), off, off], [1]],
    ['it starts again after a stop, and then goes bad', [good, off, good, bad('channel')], [3]],
    ['a retry is in progress', [good, bad('channel'), unclear, bad('channel'), unclear, bad('channel')], [1]],
    ['the core was unreachable meanwhile', [good, unclear, bad('channel')], [2]],
    ['the problem comes and goes', [good, bad('a'), good, bad('a'), good, bad('a')], [1]],
    ['it recovers and goes bad much later', [good, bad('a'), ...times(8, good), bad('a')], [1, 10]],
    ['a second problem appears', [good, bad('a'), bad('a', 'b'), bad('b')], [1, 2]],
    ['one problem replaces another', [good, bad('a'), bad('b')], [1, 2]],
  ] as const)('rings once per new problem: %s', (_, conditions, at) => expect(ringsAt(conditions)).toEqual(at));

  it('never rings while it is off', () => expect(ringsAt([good, bad('a')], { ...ON, on: false })).toEqual([]));

  it.each([
    ['rings afterwards for what is still bad', [good, ...times(9, bad('a'))], [5]],
    ['stays quiet afterwards for what has recovered', [good, bad('a'), bad('a'), ...times(7, good)], []],
  ] as const)('is silenced: %s', (_, conditions, at) =>
    expect(ringsAt(conditions, { ...ON, silencedUntil: 14_000 })).toEqual(at),
  );

  it('does not ring after a silence for what rang before', () => {
    const first = judge({ a: { on: true, bad: {} } }, { a: bad('x') }, ON, 0);
    const silent = judge(first.memory, { a: bad('x') }, { ...ON, silencedUntil: 5000 }, 3000);
    expect([first, silent, judge(silent.memory, { a: bad('x') }, ON, 6000)].map(({ rings }) => rings)).toEqual([
      ['a'],
      [],
      [],
    ]);
  });

  it('rings for several channels at once, each by itself', () => {
    const before = { a: { on: true, bad: {} }, b: { on: true, bad: {} }, c: { on: true, bad: {} } };
    const judged = judge(before, { a: bad('channel'), b: good, c: bad('x') }, ON, 0);
    expect(judged).toMatchObject({ rings: ['a', 'c'], bad: ['a', 'c'] });
  });
});

import { Cron } from 'croner';
import { describe, expect, it, vi } from 'vitest';
import { doneWith, dueOrders, type ScheduleDone } from './dueOrders.ts';
import type { ScheduleRule } from './scheduleRule.ts';
import { anyRule, scheduleOf } from './testing.ts';
import { transitionsOf } from './transitions.ts';

/** A Sunday. */
const on = (time: string) => Date.parse(`2026-06-07T${time}Z`);
const lastWeek = { a: on('10:00') - 7 * 24 * 3600 * 1000 + 3600 * 1000 };
const sunday = anyRule();
const restart = anyRule({ want: 'restart', timing: { type: 'weekly', days: [7], from: '10:00', to: null } });
const withoutEnd = anyRule({ timing: { type: 'weekly', days: [7], from: '10:00', to: null } });

const wordsOf = (rule: ScheduleRule, now: number, done: ScheduleDone) => {
  const { due, missed } = dueOrders({ settings: scheduleOf(rule), now, done });
  return [
    ...due.map(
      ({ track, becomes, isLate }) => `${track === 'image' ? 'image ' : ''}${becomes}${isLate ? ' late' : ''}`,
    ),
    ...missed.map(({ becomes }) => `${becomes} missed`),
  ];
};

describe('the orders that are due', () => {
  it.each<[string, ScheduleRule, number, ScheduleDone, readonly string[]]>([
    ['before the start', sunday, on('09:59:59'), lastWeek, []],
    ['at the start', sunday, on('10:00'), lastWeek, ['on']],
    ['within the tolerance', sunday, on('10:10'), lastWeek, ['on']],
    ['after the tolerance, while the interval runs', sunday, on('10:40'), lastWeek, ['on late']],
    ['once done', sunday, on('10:40'), { a: on('10:00') }, []],
    ['when the clock was set back', sunday, on('09:50'), { a: on('10:00') }, []],
    ['when it reaches the same time again', sunday, on('10:00'), { a: on('10:00') }, []],
    ['at the end', sunday, on('11:00'), { a: on('10:00') }, ['off']],
    ['long after the end', sunday, on('23:00'), { a: on('10:00') }, ['off late']],
    ['after an interval that was missed', sunday, on('12:00'), lastWeek, ['off late', 'on missed']],
    ['a week after a missed one', sunday, on('10:00'), { a: lastWeek.a - 7 * 24 * 3600 * 1000 }, ['on', 'on missed']],
    ['of a rule made during its interval', { ...sunday, since: on('10:20') }, on('10:20'), {}, ['on late']],
    ['of a rule made after its interval', { ...sunday, since: on('11:20') }, on('11:20'), {}, []],
    [
      'of a rule changed after it was done',
      { ...sunday, since: on('10:20') },
      on('10:20'),
      { a: on('10:00') },
      ['on late'],
    ],
    ['for a rule created before its start', { ...sunday, since: on('09:00') }, on('10:00'), {}, ['on']],
    ['of a restart', restart, on('10:00'), lastWeek, ['restart']],
    ['of a restart within the tolerance', restart, on('10:09'), lastWeek, ['restart']],
    ['of a restart after it', restart, on('10:11'), lastWeek, ['restart missed']],
    ['for a rule without an end, created after its start', { ...withoutEnd, since: on('10:20') }, on('10:20'), {}, []],
    ['of a rule without an end after the tolerance', withoutEnd, on('10:11'), lastWeek, ['on missed']],
    ['of a rule that is off', { ...sunday, isEnabled: false }, on('10:00'), lastWeek, []],
    ['of a pause', { ...sunday, want: 'off' }, on('10:00'), lastWeek, ['off']],
    ['at the end of a pause', { ...sunday, want: 'off' }, on('11:00'), { a: on('10:00') }, ['on']],
    ['of a rule with an image', { ...sunday, imageMinutes: 5 }, on('10:00'), lastWeek, ['on', 'image on']],
    [
      'of an image that is over',
      { ...sunday, imageMinutes: 5 },
      on('10:05'),
      { a: on('10:00'), 'a:image': on('10:00') },
      ['image off'],
    ],
    ['after a clock that was years ahead', sunday, on('10:00'), { a: on('10:00') + 1e11 }, ['on', 'on missed']],
    [
      'for a rule named like an object property',
      { ...sunday, id: 'constructor' },
      on('10:00'),
      {},
      ['on', 'on missed'],
    ],
  ])('are found %s', (_, rule, now, done, expected) => expect(wordsOf(rule, now, done)).toEqual(expected));

  it.each(['10:00', '10:20', '10:59', '11:00', '12:00'])('are none at %s if that time is done', (time) => {
    const rule = { ...sunday, since: on('10:10') };
    const { due, missed } = dueOrders({ settings: scheduleOf(rule), now: on(time), done: {} });
    expect(wordsOf(rule, on(time), doneWith({}, [...due, ...missed]))).toEqual([]);
  });

  it('include the next transition', () => {
    const { next } = dueOrders({ settings: scheduleOf(sunday, { ...restart, id: 'b' }), now: on('10:00'), done: {} });
    expect(next).toMatchObject({ at: on('11:00'), becomes: 'off', track: 'main', rule: { id: 'a' } });
  });

  it('are only computed once between two transitions', () => {
    const rules = Array.from({ length: 200 }, (_, n) =>
      anyRule({ id: `r${n}`, timing: { type: 'cron', expression: `${n % 60} 10 * * *`, minutes: 90 } }),
    );
    const next = vi.spyOn(Cron.prototype, 'nextRun');
    const previous = vi.spyOn(Cron.prototype, 'previousRuns');
    const calls = () => next.mock.calls.length + previous.mock.calls.length;
    const settings = scheduleOf(...rules);
    dueOrders({ settings, now: on('09:00'), done: {} });
    const first = calls();
    for (let second = 0; second < 3600; second += 1)
      dueOrders({ settings, now: on('09:00') + second * 1000 - 1, done: {} });
    expect(first).toBeGreaterThan(0);
    expect(calls() - first).toBeLessThan(50);
    vi.restoreAllMocks();
  });
});

function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('three years with clock changes and an unreachable agent', () => {
  const zones = ['Europe/Berlin', 'America/Sao_Paulo', 'Australia/Lord_Howe', 'Africa/Cairo'];
  const timings: readonly Pick<ScheduleRule, 'timing' | 'want'>[] = [
    { timing: { type: 'weekly', days: [7], from: '02:30', to: '04:00' }, want: 'on' },
    { timing: { type: 'weekly', days: [1, 5, 7], from: '23:30', to: '00:30' }, want: 'off' },
    { timing: { type: 'cron', expression: '0 4 * * 5,7', minutes: null }, want: 'restart' },
  ];
  const [from, to] = [Date.parse('2024-01-01T00:00Z'), Date.parse('2027-01-01T00:00Z')];

  it.each(zones.flatMap((zone, i) => timings.map((rest, j) => [zone, rest.want, rest, i * 3 + j + 1] as const)))(
    'in %s (%s) carry out each transition at most once, and end in the right state',
    (zone, _, rest, seed) => {
      const rule = anyRule({ zone, ...rest, since: from });
      const settings = scheduleOf(rule);
      const all = transitionsOf(rule, from, to);
      const random = numbersFrom(seed);
      const times: number[] = [];
      let done: ScheduleDone = {};
      let state = '';
      const runAt = (now: number) => {
        const { due, missed } = dueOrders({ settings, now, done });
        for (const { at, becomes } of due) {
          times.push(at);
          state = becomes;
        }
        done = doneWith(done, [...due, ...missed]);
        return missed.length;
      };
      let missedCount = 0;
      for (const { at } of all) {
        // One in five is skipped; the clock is early, late, and set back.
        if (random() < 0.2) continue;
        const steps = [-random() * 3_600_000, random() * 300_000, random() * 3_600_000, -random() * 3_600_000, 0];
        for (const step of steps) missedCount += runAt(at + step);
      }
      const last = all.at(-1);
      runAt(to);
      expect(new Set(times).size).toBe(times.length);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      const instants = new Set(all.map(({ at }) => at));
      expect(times.filter((at) => !instants.has(at))).toEqual([]);
      expect(times.length + missedCount).toBeGreaterThan(all.length * 0.5);
      if (rule.want !== 'restart') expect(state).toBe(last?.becomes);
    },
  );
});

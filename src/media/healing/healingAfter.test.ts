import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../testing/randomFrom.ts';
import type { SendingStatus } from '../verdict/verdictTypes.ts';
import { type HealingAct, type HealingState, healingAfter, newHealing } from './healingAfter.ts';
import { HEALING_RULE_IDS, type HealingRuleId } from './healingRules.ts';
import { type HealingChoice, USUAL_HEALING } from './healingSettings.ts';

const only = (...rules: HealingRuleId[]): HealingChoice => ({
  ...USUAL_HEALING,
  rules: {
    stalled: { on: rules.includes('stalled'), figure: 30 },
    gap: { on: rules.includes('gap'), figure: 20 },
    unseen: { on: rules.includes('unseen'), figure: 2 },
    planned: { on: rules.includes('planned'), figure: 1 },
  },
});
const every = only(...HEALING_RULE_IDS);

interface Part {
  seconds: number;
  sending: SendingStatus;
  mark?: string;
  /** Whether the process starts a new run. */
  restarts?: true;
  isUnseen?: true;
}

function play(parts: readonly Part[], choice: HealingChoice, acts: readonly number[] = [], wall = 0) {
  const log: [second: number, act: HealingAct['act'], rule?: HealingRuleId][] = [];
  let state: HealingState | null = null;
  let second = 0;
  let startedAt = -1000;
  for (const { seconds, sending, mark = '', restarts, isUnseen = false } of parts) {
    if (restarts) startedAt = second;
    for (const end = second + seconds; second < end; second++) {
      const sample = { at: second * 1000, wall: wall + second * 1000, sending, mark, random: 0.5, isUnseen };
      const at = { ...sample, runSeconds: second - startedAt };
      const after = healingAfter(state ?? newHealing(at, acts), at, choice);
      state = after.state;
      if (after.act?.act === 'restart') startedAt = second;
      const { act } = after;
      if (act) log.push('rule' in act ? [second, act.act, act.rule] : [second, act.act]);
    }
  }
  return log;
}

const live = (seconds: number): Part => ({ seconds, sending: 'live' });
const stalled = (seconds: number): Part => ({ seconds, sending: 'stalled' });
const unseen = (seconds: number): Part => ({ seconds, sending: 'live', isUnseen: true });
const kept = (seconds: number): Part => ({ seconds, sending: 'kept' });
const failing = (seconds: number): Part => ({ seconds, sending: 'failing' });
const HOUR = 3600;
const mostInAnHour = (acts: readonly number[]) =>
  Math.max(0, ...acts.map((from) => acts.filter((at) => at >= from && at < from + HOUR).length));

/** 2026-01-01, 23:00 in UTC. */
const LATE = Date.UTC(2026, 0, 1, 23);

describe('a publication', () => {
  it.each<[name: string, parts: Part[], choice: HealingChoice, told: ReturnType<typeof play>]>([
    ['that is live', [live(5000)], only('stalled', 'gap'), []],
    [
      'that accepts no data is restarted and recovers',
      [live(100), stalled(34), live(60)],
      every,
      [
        [133, 'restart', 'stalled'],
        [164, 'healed'],
      ],
    ],
    ['that accepts no data for a shorter time', [live(100), stalled(29), live(100)], every, []],
    ['that accepts no data while the rule is off', [live(100), stalled(500)], only('gap', 'planned'), []],
    ['that accepts no data just after the agent started', [stalled(59)], every, []],
    [
      'that was saved just before',
      [live(100), { seconds: 55, sending: 'stalled', mark: 'saved' }, live(200)],
      only('stalled'),
      [],
    ],
    ['that restarted recently', [live(100), { ...stalled(55), restarts: true }], every, []],
    ['that waits for its next attempt', [live(100), failing(900)], every, []],
    ['that is stopped', [live(100), { seconds: 900, sending: 'off' }], every, []],
    ['whose channel is stopped', [live(100), { seconds: 900, sending: 'idle' }, live(100)], every, []],
    ['whose state is unknown', [live(100), { seconds: 900, sending: 'unknown' }], every, []],
    ['whose source is disconnected', [live(100), kept(900)], every, []],
    [
      'whose source was disconnected for a long time',
      [live(100), kept(25), live(60)],
      every,
      [
        [128, 'restart', 'gap'],
        [159, 'healed'],
      ],
    ],
    ['whose source was disconnected for a short time', [live(100), kept(19), live(60)], every, []],
    [
      'that restarted after its source was disconnected',
      [live(100), kept(40), { ...live(60), restarts: true }],
      every,
      [],
    ],
    ['whose source was disconnected by a save', [live(100), kept(25), { ...live(100), mark: 'saved' }], every, []],
    [
      'whose source came back after a start',
      [live(100), kept(25), { seconds: 5, sending: 'starting' }, live(20)],
      only('gap'),
      [[133, 'restart', 'gap']],
    ],
    [
      'that has run for an hour',
      [live(2700)],
      only('planned'),
      [
        [2603, 'restart', 'planned'],
        [2634, 'healed'],
      ],
    ],
    ['that viewers do not see for a moment', [live(100), unseen(119), live(100)], only('unseen'), []],
    ['that viewers do not see while the rule is off', [live(100), unseen(500)], only('stalled', 'gap'), []],
    ['that is not sent while viewers do not see it', [{ ...unseen(500), sending: 'kept' }], only('unseen'), []],
    [
      'that viewers do not see is restarted',
      [live(100), unseen(124), live(60)],
      only('unseen'),
      [
        [223, 'restart', 'unseen'],
        [254, 'healed'],
      ],
    ],
    [
      'that viewers never see again is restarted within the limit, then given up',
      [live(100), unseen(1200)],
      only('unseen'),
      [
        [223, 'restart', 'unseen'],
        [347, 'restart', 'unseen'],
        [471, 'restart', 'unseen'],
        [592, 'give-up', 'unseen'],
      ],
    ],
    [
      'that hangs after each restart is restarted three times at growing intervals, then given up',
      [live(100), stalled(1000)],
      every,
      [
        [133, 'restart', 'stalled'],
        [196, 'restart', 'stalled'],
        [319, 'restart', 'stalled'],
        [380, 'give-up', 'stalled'],
      ],
    ],
  ])('gets the right restarts: one %s', (_, parts, choice, expected) => {
    expect(play(parts, choice)).toEqual(expected);
  });

  it('that hangs for a day is restarted three times per hour, and given up as often', () => {
    const acts = play([live(100), stalled(24 * HOUR)], every);
    const restarts = acts.filter(([, act]) => act === 'restart').map(([second]) => second);
    expect([restarts.length, mostInAnHour(restarts), acts.length - restarts.length]).toEqual([72, 3, 24]);
  });

  it('counts restarts from before the agent was restarted', () => {
    const acts = [-3_000_000, -2_000_000, -1_000_000];
    expect(play([live(100), stalled(300)], every, acts)).toEqual([[130, 'give-up', 'stalled']]);
  });

  it('that hangs in quiet hours is restarted after them', () => {
    const quiet = { from: '22:00', to: '23:10', zone: 'UTC' };
    expect(play([live(100), stalled(520)], { ...every, quiet }, [], LATE)).toEqual([[600, 'restart', 'stalled']]);
  });
});

interface Fault {
  at: number;
  /** `session`: this connection hangs; `stalls`: every connection does; `ends`: it hangs up; `pause`: of the source. */
  kind: 'session' | 'stalls' | 'refuses' | 'ends' | 'pause';
  seconds: number;
}

/** Measured on a core: the delay of a reconnect and of a start, and how long sockets buffer. */
const RECONNECTS_S = 15;
const STARTS_S = 10;
const BUFFER_S = 9;
const SEEN_S = 3;

function simulate(faults: readonly Fault[], seconds: number, choice: HealingChoice, random: () => number) {
  let state: HealingState | null = null;
  let startedAt = 0;
  let ended: number | null = null;
  let stalledSince: number | null = null;
  let hungAt = -1;
  let lastLive = 0;
  const acts: number[] = [];
  const dark: { from: number; to: number }[] = [];
  const during = (kind: Fault['kind'], second: number) =>
    faults.find((fault) => fault.kind === kind && fault.at <= second && second < fault.at + fault.seconds);
  for (let second = 0; second < seconds; second++) {
    const isPaused = during('pause', second) !== undefined;
    const refuses = during('refuses', second) !== undefined;
    if (ended === null && faults.some(({ kind, at }) => kind === 'ends' && at === second)) ended = second;
    if (ended === null && during('refuses', second)?.at === second) ended = second;
    if (ended !== null && second - ended >= RECONNECTS_S) {
      [ended, startedAt, stalledSince] = refuses ? [second, startedAt, null] : [null, second, null];
    }
    if (faults.some(({ kind, at }) => kind === 'session' && at === second)) hungAt = second;
    const isHung = hungAt >= startedAt;
    stalledSince = ended === null && (isHung || during('stalls', second)) ? (stalledSince ?? second) : null;
    const isStuck = stalledSince !== null && second - stalledSince >= BUFFER_S;
    const sending: SendingStatus =
      ended !== null
        ? 'failing'
        : second - startedAt < STARTS_S
          ? 'starting'
          : isPaused
            ? 'kept'
            : isStuck && second - (stalledSince ?? 0) >= BUFFER_S + SEEN_S
              ? 'stalled'
              : 'live';
    if (ended === null && !isStuck && !isPaused) {
      if (second - lastLive > 1) dark.push({ from: lastLive, to: second });
      lastLive = second;
    }
    if (second % 2 === 1) continue;
    const sample = { at: second * 1000, wall: second * 1000, sending, mark: '', random: random() };
    const at = { ...sample, runSeconds: second - (ended ?? startedAt) };
    const after = healingAfter(state ?? newHealing(at, []), at, choice);
    state = after.state;
    if (after.act?.act !== 'restart') continue;
    acts.push(second);
    [startedAt, stalledSince, ended] = [second + 1, null, null];
  }
  return { acts, dark };
}

describe('a simulated day', () => {
  const choice = only('stalled', 'gap');

  it('without lasting problems has no restart', () => {
    const random = randomFrom(7);
    // Short pauses of encoders, occasional disconnects, and a busy machine.
    const faults = Array.from({ length: 60 }, (_, i): Fault => {
      const at = Math.floor((i + random()) * 1400);
      const kinds = ['pause', 'ends', 'refuses', 'stalls'] as const;
      return { at, kind: kinds[i % 4] ?? 'pause', seconds: Math.floor(5 + random() * 12) };
    });
    expect(simulate(faults, 24 * HOUR, choice, random).acts).toEqual([]);
  });

  it.each<[name: string, fault: Fault, most: number]>([
    ['a connection that hangs', { at: 600, kind: 'session', seconds: 1 }, 50],
    ['a connection that stalls immediately', { at: 20, kind: 'session', seconds: 1 }, 80],
    ['a connection that hangs at night', { at: 20_000, kind: 'session', seconds: 1 }, 50],
    ['a receiver that stalls for 40 s', { at: 600, kind: 'stalls', seconds: 40 }, 50],
    ['a receiver that stalls for a minute', { at: 1200, kind: 'stalls', seconds: 60 }, 160],
    ['a receiver that rejects for 3 min', { at: 600, kind: 'refuses', seconds: 180 }, 180 + RECONNECTS_S],
    ['a receiver that rejects for a second', { at: 900, kind: 'refuses', seconds: 1 }, RECONNECTS_S + 1],
    ['a receiver that hangs up', { at: 700, kind: 'ends', seconds: 1 }, RECONNECTS_S + 1],
    ['a source that pauses for a minute', { at: 800, kind: 'pause', seconds: 60 }, 61],
    ['a source that pauses for ten minutes', { at: 800, kind: 'pause', seconds: 600 }, 601],
  ])('with %s continues in time', (_, fault, most) => {
    const { acts, dark } = simulate([fault], 8 * HOUR, choice, randomFrom(fault.at));
    expect(acts.length).toBeLessThanOrEqual(3);
    expect(Math.max(0, ...dark.map(({ from, to }) => to - from))).toBeLessThanOrEqual(most);
    expect(dark.every(({ to }) => to < fault.at + fault.seconds + 200)).toBe(true);
  });

  it('with a receiver that disconnects hourly and stalls for hours stays within the limit of restarts', () => {
    const random = randomFrom(3);
    const faults = [
      ...Array.from({ length: 24 }, (_, i): Fault => ({ at: (i + 1) * HOUR - 1, kind: 'ends', seconds: 1 })),
      ...Array.from({ length: 80 }, (): Fault => {
        return { at: Math.floor(random() * 24 * HOUR), kind: 'session', seconds: 1 };
      }),
      { at: 10 * HOUR, kind: 'stalls', seconds: 3 * HOUR } as const,
    ];
    const { acts } = simulate(faults, 24 * HOUR, choice, random);
    expect(acts.length).toBeGreaterThan(20);
    expect(mostInAnHour(acts)).toBe(3);
  });
});

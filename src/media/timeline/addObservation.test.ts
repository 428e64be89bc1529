import { describe, expect, it } from 'vitest';
import {
  addObservation,
  nothingHeld,
  type Observation,
  type SubjectState,
  type TrackerState,
} from './addObservation.ts';
import { type Event, type History, noHistory } from './event.ts';
import { groupEpisodes } from './groupEpisodes.ts';
import { healthBar, secondsIn } from './healthBar.ts';

const T = 1_700_000_000_000;
const S = 1000;

type Stands = Record<string, Partial<SubjectState>>;
/** One poll per second for `s` seconds; none with `away`. */
type Part = {
  s: number;
  stands?: (s: number) => Stands;
  viewers?: number;
  source?: string;
  deed?: Omit<Extract<Event, { kind: 'deed' }>, 'kind' | 'at'>;
};

const observation = (at: number, stands: Stands, more: Partial<Observation> = {}): Observation => ({
  at,
  everyMs: 5 * S,
  viewers: null,
  source: null,
  ...more,
  stands: Object.fromEntries(
    Object.entries(stands).map(([of, stand]) => [of, { status: null, since: null, cause: null, ...stand }]),
  ),
});

function play(parts: readonly Part[]): { history: History; at: number } {
  let state: { history: History; held: TrackerState } = { history: noHistory, held: nothingHeld };
  let at = T;
  for (const { s, stands, viewers = null, source = null, deed } of parts) {
    if (deed)
      state = {
        ...state,
        history: { ...state.history, events: [...state.history.events, { kind: 'deed', at, ...deed }] },
      };
    for (let i = 0; i < s; i += 1, at += S)
      if (stands)
        state = addObservation(state.history, state.held, observation(at, stands(at / S - T / S), { viewers, source }));
  }
  return { history: state.history, at: at - S };
}

const summaryOf = (history: History, at: number) =>
  groupEpisodes(history.events, at).map(({ event, seconds, end, waited, times }) =>
    [
      'of' in event ? event.of : '',
      event.kind === 'state' ? event.status : event.kind === 'deed' ? `${event.act} ${event.by}` : event.kind,
      Math.round(seconds),
      end,
      ...(waited > 0 ? [`${waited} waited`] : []),
      ...(times > 1 ? [`${times} times`] : []),
    ].join(' '),
  );

const is =
  (status: SubjectState['status'], more: Partial<SubjectState> = {}) =>
  () => ({ a: { status, ...more } });
const both = (source: SubjectState['status'], a: SubjectState['status']) => () => ({
  source: { status: source },
  a: { status: a },
});
const start = { of: 'a', act: 'start', by: 'here' } as const;

describe('the timeline of consecutive observations', () => {
  it.each<[string, Part[], string[]]>([
    ['one line while live', [{ s: 60, stands: is('live') }], ['a live 59 open']],
    [
      'one line for a failure and its end',
      [
        { s: 30, stands: is('live') },
        { s: 68, stands: is('failing', { cause: 'key-refused' }) },
        { s: 30, stands: is('live') },
      ],
      ['a live 30 known', 'a failing 68 known'],
    ],
    [
      'none for a momentary change',
      [
        { s: 9, stands: is('live') },
        { s: 1, stands: is('failing') },
        { s: 9, stands: is('live') },
      ],
      ['a live 18 open'],
    ],
    [
      'tries between are no end',
      [
        { s: 20, stands: is('live') },
        { s: 5, stands: is('failing') },
        { s: 12, stands: is(null) },
        { s: 5, stands: is('failing') },
      ],
      ['a live 20 known', 'a failing 21 open'],
    ],
    [
      'one line for a rate around the limit',
      [{ s: 300, stands: (s) => ({ a: { status: s % 8 < 4 ? 'slow' : 'live' } }) }],
      ['a slow 299 open'],
    ],
    [
      'a gap for a process that restarted',
      [
        { s: 30, stands: is('live', { since: T - 100 * S }) },
        { s: 11, stands: is(null) },
        { s: 20, stands: is('live', { since: T + 31 * S }) },
      ],
      ['a live 129 known', 'a live 29 open'],
    ],
    [
      'the last observation for an end that was not observed',
      [{ s: 20, stands: is('failing') }, { s: 600 }, { s: 20, stands: is('live', { since: T + 100 * S }) }],
      ['a failing 19 seen', 'a live 539 open'],
    ],
    [
      'unchanged after a short gap of observations',
      [{ s: 20, stands: is('failing') }, { s: 20 }, { s: 20, stands: is('failing') }],
      ['a failing 59 open'],
    ],
    [
      'one line for a source that is down, with the waiting publications',
      [
        { s: 20, stands: both('live', 'live') },
        { s: 8, stands: both('stalled', 'waiting') },
        { s: 30, stands: both('away', 'waiting') },
        { s: 20, stands: both('live', 'live') },
      ],
      ['source live 20 known', 'a live 20 known', 'source away 38 known 1 waited'],
    ],
    [
      "the operator's stop here, instead of the state off",
      [
        { s: 20, stands: is('live') },
        { s: 1, stands: is('live'), deed: { ...start, act: 'stop' } },
        { s: 40, stands: is('off') },
      ],
      ['a live 21 known', 'a stop here 0 known'],
    ],
    [
      'a change elsewhere if nobody did it here',
      [
        { s: 20, stands: is('live') },
        { s: 200, stands: is('off') },
        { s: 20, stands: is('live') },
      ],
      ['a live 20 known', 'a stop elsewhere 0 known', 'a start elsewhere 0 known'],
    ],
    [
      'one line for a start that takes effect late',
      [
        { s: 20, stands: is('off') },
        { s: 1, stands: is('off'), deed: start },
        { s: 90, stands: is('off') },
        { s: 20, stands: is('live') },
      ],
      ['a off 111 known', 'a start here 0 known'],
    ],
    [
      'one line for repeated failures',
      Array.from({ length: 4 }, (_, i) => [
        { s: 30, stands: is('live') },
        { s: 5, stands: is('failing', { cause: `key${i > 9 ? i : ''}` }) },
      ]).flat(),
      ['a live 30 known', 'a failing 19 open 4 times'],
    ],
    [
      'viewers: their peak, once',
      [
        { s: 5, stands: is('live'), viewers: 3 },
        { s: 5, stands: is('live'), viewers: 9 },
        { s: 5, stands: is('live'), viewers: 4 },
      ],
      ['a live 14 open', ' peak 0 known'],
    ],
    [
      'a source whose stream has changed',
      [
        { s: 5, stands: is('live'), source: 'h264 1920×1080' },
        { s: 5, stands: is('live') },
        { s: 5, stands: is('live'), source: 'h264 1280×720' },
      ],
      ['a live 14 open', ' changed 0 known'],
    ],
    [
      'a source whose stream has changed through a save',
      [
        { s: 5, stands: is('live'), source: 'h264 1920×1080' },
        { s: 1, stands: is('live'), deed: { of: 'channel', act: 'save', by: 'here' } },
        { s: 5, stands: is('live'), source: 'h264 1920×1080' },
        { s: 5, stands: is('live'), source: 'h264 1280×720' },
        { s: 40, stands: is('live'), source: 'h264 1280×720' },
        { s: 5, stands: is('live'), source: 'h264 640×360' },
      ],
      ['channel save here 0 known', ' changed 0 known'],
    ],
  ])('contains: %s', (_, parts, expected) => {
    const { history, at } = play(parts);
    expect(summaryOf(history, at)).toEqual(expected);
  });

  it.each([
    ['goes on where a page looks live until it has read what the agent sees', 15, 'a black 58 open'],
    ['that has begun anew counts twice', 54, 'a black 46 open 2 times'],
  ])('black video %s', (_, since, line) => {
    const live = is('live');
    const black = (from: number) => is('black', { since: T + from * S });
    const parts = [{ s: 20, stands: live }, { s: 20, stands: black(15) }, { s: 2 }, { s: 12, stands: live }];
    const { history, at } = play([...parts, { s: 20, stands: black(since) }]);
    expect(summaryOf(history, at)).toEqual(['a live 15 known', line]);
  });

  it('uses the earliest known start', () => {
    const { history } = play([
      { s: 10, stands: is('live') },
      { s: 5, stands: is('stalled', { since: T + 7 * S }) },
    ]);
    expect(history.events).toMatchObject([
      { status: 'live', until: T + 7 * S, over: true },
      { status: 'stalled', at: T + 7 * S },
    ]);
  });

  it('adds a cause that is found later', () => {
    const { history } = play([
      { s: 5, stands: is('failing') },
      { s: 5, stands: is('failing', { cause: 'key-refused' }) },
      { s: 5, stands: is('failing') },
    ]);
    expect(history.events).toMatchObject([{ cause: 'key-refused' }]);
  });
});

describe('the health bar of five minutes', () => {
  const shown = (parts: Part[]) => {
    const { history, at } = play(parts);
    return healthBar(history, 'a', at).replace(/(.)\1*/g, (run, letter) => `${letter}${run.length}`);
  };
  const live = is('live');
  it.each<[string, Part[], string]>([
    ['nothing observed', [{ s: 5, stands: () => ({}) }], '-30'],
    ['live while observed', [{ s: 100, stands: live }], '-20g10'],
    ['all of it', [{ s: 400, stands: live }], 'g30'],
    ['never green without observations', [{ s: 100, stands: live }, { s: 100 }, { s: 100, stands: live }], 'g10-10g10'],
    [
      'a gap shorter than a segment of the bar',
      [{ s: 103, stands: live }, { s: 6 }, { s: 191, stands: live }],
      'g10-1g19',
    ],
    [
      'a failure is red, however short',
      [
        { s: 102, stands: live },
        { s: 5, stands: is('failing') },
        { s: 193, stands: live },
      ],
      'g10r1g19',
    ],
    [
      'off is neither well nor not',
      [
        { s: 100, stands: is('off') },
        { s: 20, stands: is(null) },
        { s: 180, stands: live },
      ],
      '-12g18',
    ],
    [
      'it waits',
      [
        { s: 100, stands: live },
        { s: 200, stands: is('waiting') },
      ],
      'g10a20',
    ],
  ])('shows: %s', (_, parts, expected) => expect(shown(parts)).toBe(expected));

  it('stays the same text without news', () => {
    const { history, at } = play([{ s: 305, stands: live }]);
    expect(healthBar(history, 'a', at)).toBe(healthBar(history, 'a', at + 2 * S));
  });

  it('is summed up in seconds', () =>
    expect(secondsIn(`${'-'.repeat(20)}ggggrraagg`)).toEqual({ good: 60, bad: 20, poor: 20, unknown: 200 }));
});

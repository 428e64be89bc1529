import { describe, expect, it } from 'vitest';
import { backfillEpisodes } from './backfillEpisodes.ts';
import { type Event, type History, MOST_EVENTS, noHistory, trimHistory } from './event.ts';
import { exportOf } from './export.ts';
import { mergeHistories } from './mergeHistories.ts';
import { historyAt, parseHistory, storedHistory } from './storedHistory.ts';

const S = 1000;
const NOW = 1_700_000_000_000;
const ID = 'restreamer-ui:egress:rtmp:7c9a0ad4-15b1-4b8e-9f1a-1d7f2f8c5d11';

const state = (from: number, to: number, more: Partial<Extract<Event, { kind: 'state' }>> = {}): Event => ({
  kind: 'state',
  of: ID,
  status: 'failing',
  at: NOW + from * S,
  until: NOW + to * S,
  over: false,
  cause: null,
  told: 'seen',
  ...more,
});
const deed = (at: number, by: 'here' | 'elsewhere' = 'here'): Event => ({
  kind: 'deed',
  of: ID,
  act: 'stop',
  by,
  at: NOW + at * S,
});
const history = (events: readonly Event[], more: Partial<History> = {}): History => ({
  ...noHistory,
  events,
  names: { [ID]: 'Venue B' },
  ...more,
});

const own = history(
  [
    state(-3600, -3000, { status: 'live', over: true }),
    state(-3000, -2900, { over: true, cause: 'key-refused' }),
    state(-900, -800, { told: 'core', over: true }),
    deed(-600),
    { kind: 'peak', from: NOW - 3600 * S, at: NOW - 3100 * S, n: 12 },
    { kind: 'changed', at: NOW - 500 * S, before: 'h264 1920×1080', now: 'h264 1280×720' },
    state(-400, -1),
  ],
  { watched: [[NOW - 3600 * S, NOW - 2000 * S] as const, [NOW - 1000 * S, NOW - S] as const] },
);

describe('histories of two tabs', () => {
  const row = (a: readonly Event[], b: readonly Event[]) => {
    const [merged, other] = [mergeHistories(history(a), history(b), NOW), mergeHistories(history(b), history(a), NOW)];
    expect(merged).toEqual(other);
    expect(mergeHistories(merged, history(b), NOW)).toEqual(merged);
    return merged.events;
  };
  it.each<[string, Event[], Event[], object[]]>([
    ['see the same, each at its time', [state(-60, -10)], [state(-58, -9)], [{ at: NOW - 60 * S, until: NOW - 9 * S }]],
    ['one tab saw the end', [state(-60, -10, { over: true })], [state(-60, -8)], [{ over: true, until: NOW - 10 * S }]],
    ['one tab saw it continue', [state(-600, -100, { over: true })], [state(-600, -8)], [{ over: false }]],
    [
      'one tab knows the cause',
      [state(-60, -10)],
      [state(-60, -10, { cause: 'key-refused' })],
      [{ cause: 'key-refused' }],
    ],
    [
      'an action in one tab, which the other observed as done elsewhere',
      [deed(-60)],
      [deed(-50, 'elsewhere')],
      [{ by: 'here' }],
    ],
    [
      'an action elsewhere, observed by each tab at its own time',
      [deed(-60, 'elsewhere')],
      [deed(-48, 'elsewhere')],
      [{ by: 'elsewhere', at: NOW - 60 * S }],
    ],
    [
      'differing events are kept',
      [state(-600, -500), deed(-300)],
      [state(-90, -80), deed(-100)],
      [{ kind: 'state' }, { kind: 'deed' }, { kind: 'deed' }, { kind: 'state' }],
    ],
  ])('are merged: %s', (_, a, b, expected) => expect(row(a, b)).toMatchObject(expected));

  it('combine their observed times, and the time up to which they were cleared', () => {
    const other = history([], {
      watched: [[NOW - 2100 * S, NOW - 1500 * S]],
      cleared: NOW - 1200 * S,
    });
    const { watched, events, cleared } = mergeHistories(own, other, NOW);
    expect([watched, cleared]).toEqual([[[NOW - 1000 * S, NOW - S]], NOW - 1200 * S]);
    expect(events).toHaveLength(4);
  });
});

it('a history keeps the newest events of the last day up to the limit', () => {
  const many = Array.from({ length: 900 }, (_, i) => deed(-i * 60));
  const trimmed = trimHistory(history([...many, deed(-90_000)]), NOW).events;
  expect([trimmed.length, trimmed.at(-1)]).toEqual([MOST_EVENTS, deed(0)]);
  expect(trimHistory(history([deed(-90_000)]), NOW)).toMatchObject({ events: [], names: {} });
});

describe('a history in the local storage', () => {
  it('survives a write and a read', () => {
    const text = storedHistory(own, NOW, 8000);
    expect(historyAt(parseHistory(text), NOW)).toEqual(trimHistory(own, NOW));
    expect(text.length).toBeLessThan(700);
  });

  it('drops the oldest events if there is no space', () => {
    const many = history(Array.from({ length: 300 }, (_, i) => state(-60_000 + i * 200, -60_000 + i * 200 + 90)));
    const text = storedHistory(many, NOW, 4000);
    expect(text.length).toBeLessThanOrEqual(4000);
    const { events } = historyAt(parseHistory(text), NOW);
    expect(events.length).toBeGreaterThan(50);
    expect(events.at(-1)).toEqual(many.events.at(-1));
  });

  const text = storedHistory(own, NOW, 8000);
  it.each<[string, string | null, number]>([
    ['nothing', null, 0],
    ['no JSON', '{"events"', 0],
    ['another shape', '[1,2]', 0],
    ['an unknown event', text.replace('["d"', '["x"'), 6],
    ['an unknown subject', text.replace('["d",0', '["d",7'), 6],
    ['an unknown state', text.replace('"live"', '"__proto__"'), 6],
    ['a cause that is a text', text.replace('key-refused', 'rtmp://a/secret'), 7],
    ['invalid figures', text.replace('12]', '1e99]'), 6],
  ])('%s only loses the malformed part', (_, damaged, left) => {
    const read = historyAt(parseHistory(damaged), NOW);
    expect(read.events).toHaveLength(left);
    expect(JSON.stringify(read)).not.toContain('secret');
  });

  it('drops events in the future after the clock was set back', () =>
    expect(historyAt(parseHistory(text), NOW - 700 * S).events).toHaveLength(4));
});

describe('an exported history', () => {
  const named = (name: string) => () => name;
  it('is a table in CSV', () => {
    const rows = exportOf(own.events, named('Venue B'), 'csv').split('\r\n');
    expect(rows.slice(0, 3)).toEqual([
      'from,to,seconds,subject,name,event,cause,told',
      '2023-11-14T21:13:20.000Z,2023-11-14T21:23:20.000Z,600,publication,Venue B,live,,seen',
      '2023-11-14T21:23:20.000Z,2023-11-14T21:25:00.000Z,100,publication,Venue B,failing,key-refused,seen',
    ]);
    expect(rows).toHaveLength(own.events.length + 2);
  });

  it('is valid JSON', () =>
    expect(JSON.parse(exportOf(own.events, named('Venue B'), 'json'))[2]).toMatchObject({
      name: 'Venue B',
      told: 'core',
      seconds: 100,
    }));

  it.each([
    ['a key in a name', 'rtmp://u:s3cret@host/app', /s3cret/],
    ['a formula', '=1+1', /,=1/],
    ['a quote and a new line', 'a"\nb', /[^"]"\n/],
  ])('contains no %s', (_, name, bad) => expect(exportOf(own.events, named(name), 'csv')).not.toMatch(bad));
});

describe("earlier runs in the core's memory", () => {
  const at = (s: number) => NOW / S + s;
  const refused = (from: number, to: number, more: object = {}) => ({
    created_at: at(from),
    prelude: ["Input #0, hls, from 'http://c':"],
    log: [[String(at(to)), '[tcp @ 0x1] Connection to tcp://127.0.0.1:9 failed: Connection refused']],
    ...more,
  });
  const subject = {
    of: ID,
    role: 'target',
    channel: 'c',
    command: ['-i', 'http://c', 'rtmp://127.0.0.1:9/app/key'],
  } as const;

  it('are a failure until the next run', () =>
    expect(backfillEpisodes({ created_at: at(-70), history: [refused(-100, -90)] }, subject, [])).toEqual([
      state(-90, -70, { told: 'core', over: true, cause: 'refused' }),
    ]));

  it('are one failure for consecutive retries', () =>
    expect(
      backfillEpisodes(
        { created_at: at(-10), history: [refused(-100, -99), refused(-80, -79), refused(-60, -59)] },
        subject,
        [],
      ),
    ).toEqual([state(-99, -10, { told: 'core', over: true, cause: 'refused' })]));

  it('are no failure of a publication whose source was down', () => {
    const failedRun = { ...refused(-100, -90), prelude: [], log: [[String(at(-90)), 'http://c: Connection refused']] };
    expect(backfillEpisodes({ created_at: 0, history: [failedRun] }, subject, [])).toMatchObject([
      { status: 'waiting', cause: null },
    ]);
  });

  it('do not replace observed events', () =>
    expect(
      backfillEpisodes({ created_at: at(-10), history: [refused(-100, -90)] }, subject, [[NOW - 95 * S, NOW - 80 * S]]),
    ).toEqual([]));

  it('end at the time that newer cores report', () =>
    expect(
      backfillEpisodes(
        { created_at: 0, history: [refused(-100, -90, { exited_at: at(-80), exit_state: 'failed' })] },
        subject,
        [],
      ),
    ).toMatchObject([{ at: NOW - 80 * S, over: false }]));
});

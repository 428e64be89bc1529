import { describe, expect, it } from 'vitest';
import type { JournalEvents } from '../../api/agentEndpoints.ts';
import { type Episode, type Event, endOf, noHistory, type Status } from './event.ts';
import { groupEpisodes } from './groupEpisodes.ts';
import { journalHistory, withJournal } from './journalHistory.ts';

const T = 1_700_000_000_000;
const CHANNEL = '11111111-2222-3333-4444-555555555555';
const VENUE = 'restreamer-ui:egress:rtmp:99999999-2222-3333-4444-555555555555';

type Entry = JournalEvents['events'][number];
const entry = (second: number, event: string, fields: object = {}, channel: string | null = null): Entry => ({
  ...{ id: second, time: T + second * 1000, channel, event, fields: { ...fields } },
});
const state = (second: number, of: string, status: string, more: object = {}) =>
  entry(second, 'state', { of, status, forMs: 0, cause: null, name: '', ...more }, CHANNEL);
const started = (second: number) => entry(second, 'agent-started', { version: '1' });
const stopped = (second: number) => entry(second, 'agent-stopped');

/** States with times in seconds; `+` if the end is unknown. */
const shown = (events: readonly Event[]) =>
  events.map((event) => {
    const [from, to] = [event.at, endOf(event)].map((ms) => (ms - T) / 1000);
    if (event.kind !== 'state') return `${event.kind} ${from}`;
    return `${event.of.slice(0, 6)} ${event.status} ${from}-${to}${event.over ? '' : '+'}${event.cause ? ` ${event.cause}` : ''}`;
  });
const read = (entries: readonly Entry[], second = 100) => journalHistory(entries, T + second * 1000);
const episode = (of: string, status: Status, from: number, to: number, over = true): Episode => ({
  ...{ kind: 'state', of, status, at: T + from * 1000, until: T + to * 1000, over, cause: null, told: 'seen' },
});

describe("the agent's journal as a timeline", () => {
  it.each<[what: string, entries: Entry[], events: string[], watched: number[][]]>([
    ['nothing', [], [], []],
    [
      'a fall and its end',
      [
        started(0),
        state(1, 'source', 'live', { forMs: 5000 }),
        state(20, 'source', 'away'),
        state(50, 'source', 'live'),
      ],
      ['source live -4-20', 'source away 20-50', 'source live 50-100+'],
      [[1, 100]],
    ],
    [
      'a cause that is found later',
      [started(0), state(10, VENUE, 'failing'), state(15, VENUE, 'failing', { forMs: 5000, cause: 'refused' })],
      ['restre failing 10-100+ refused'],
      [[10, 100]],
    ],
    [
      'an agent that was stopped and returned',
      [
        started(0),
        state(10, 'source', 'live'),
        stopped(30),
        started(60),
        state(61, 'source', 'live', { forMs: 51_000 }),
      ],
      ['source live 10-100+'],
      [
        [10, 30],
        [61, 100],
      ],
    ],
    [
      'an agent that was killed: it was there until its last word',
      [started(0), state(10, 'source', 'live'), entry(20, 'x'), started(60), state(61, 'source', 'away')],
      ['source live 10-20+', 'source away 61-100+'],
      [
        [10, 20],
        [61, 100],
      ],
    ],
    [
      'an entry that starts in the middle',
      [state(10, 'source', 'live'), state(20, 'source', 'off')],
      ['source live 10-20', 'source off 20-100+'],
      [[10, 100]],
    ],
    [
      'an unreachable core',
      [started(0), state(10, 'core', 'gone', { forMs: 5000 }), state(40, 'core', 'live')],
      ['core gone 5-40', 'core live 40-100+'],
      [[10, 100]],
    ],
    ['a start by the agent', [started(0), entry(7, 'channel-started', {}, CHANNEL)], ['deed 7'], []],
    [
      'a restart by a rule, and the last one for now',
      [
        started(0),
        entry(7, 'publication-restarted', { publication: 'p', output: 'p', rule: 'stalled', n: 60, nth: 3 }, CHANNEL),
        entry(9, 'healing-gave-up', { publication: 'p', output: 'p', rule: 'stalled', limit: 3 }, CHANNEL),
        entry(9, 'publication-restarted', { publication: 7, rule: 'stalled' }, CHANNEL),
        entry(9, 'publication-restarted', { publication: 'p', rule: 'toString' }, CHANNEL),
      ],
      ['healing 7', 'healing 9'],
      [],
    ],
    [
      'a clock that was set back',
      [started(0), state(50, 'source', 'live'), state(10, 'source', 'away'), state(12, 'source', 'live')],
      ['source away 10-12', 'source live 12-100+', 'source live 50-50'],
      [[50, 100]],
    ],
  ])('contains %s', (_, entries, events, watched) => {
    const found = read(entries);
    expect(shown(found.events)).toEqual(events);
    expect(found.watched.map((span) => span.map((ms) => (ms - T) / 1000))).toEqual(watched);
    for (const event of found.events) expect(endOf(event)).toBeGreaterThanOrEqual(event.at);
  });

  it.each([
    [{}],
    [{ of: 'source' }],
    [{ of: '', status: 'live' }],
    [{ of: 'source', status: 'on fire' }],
    [{ of: 7, status: 'live' }],
    [{ of: 'x'.repeat(5000), status: 'live' }],
    [{ of: 'source', status: '__proto__' }],
  ])('leaves out %j', (fields) => {
    expect(read([started(0), entry(5, 'state', fields, CHANNEL)]).events).toEqual([]);
  });

  it.each([
    [{ forMs: -1 }],
    [{ forMs: 'x' }],
    [{ cause: '<b>' }],
    [{ name: 7 }],
    [{ forMs: 1e300, cause: 'x'.repeat(500), name: 'x'.repeat(500) }],
  ])('truncates %j', (more) => {
    expect(shown(read([started(0), state(5, 'source', 'live', more)]).events)).toEqual(['source live 5-100+']);
  });

  it('is fast with a hundred thousand entries', () => {
    const entries = Array.from({ length: 100_000 }, (_, at) => state(at, `${at % 50}`, at % 3 ? 'live' : 'failing'));
    const { events } = read(entries, 100_001);
    expect(events.length).toBeGreaterThan(60_000);
  });
});

describe('a timeline merged with the journal', () => {
  const journal = read([
    started(0),
    state(1, 'source', 'live'),
    state(20, 'source', 'away'),
    state(50, 'source', 'live'),
    state(90, VENUE, 'failing', { cause: 'refused', name: 'Venue B' }),
  ]);
  const merged = (...events: Event[]) => shown(withJournal({ ...noHistory, events }, journal).events);
  const TOLD = ['source live 1-20', 'source away 20-50', 'source live 50-100+', 'restre failing 90-100+ refused'];

  it.each<[what: string, own: Event[], events: string[]]>([
    ['omits duplicates of this browser', [episode('source', 'away', 22, 49)], TOLD],
    ['prefers the agent where this browser saw something different', [episode('source', 'waiting', 21, 30)], TOLD],
    [
      'keeps entries from before the agent',
      [episode('source', 'failing', -90, -50)],
      ['source failing -90--50', ...TOLD],
    ],
    ['is cut where the agent starts', [episode('source', 'live', -90, 15)], ['source live -90-1', ...TOLD]],
    [
      'keeps entries that only this browser can see',
      [episode('source', 'frozen', 5, 9)],
      ['source live 1-20', 'source frozen 5-9', ...TOLD.slice(1)],
    ],
    [
      'keeps entries of a publication that the agent does not report',
      [episode('other', 'failing', 30, 40)],
      [...TOLD.slice(0, 2), 'other failing 30-40', ...TOLD.slice(2)],
    ],
    [
      'continues and ends as observed by this browser',
      [episode(VENUE, 'failing', 91, 130), episode(VENUE, 'live', 130, 140, false)],
      [...TOLD.slice(0, 3), 'restre failing 90-130 refused', 'restre live 130-140+'],
    ],
    [
      'contains events after the last request to the agent',
      [episode('source', 'live', 51, 110), episode('source', 'away', 110, 120, false)],
      [...TOLD.slice(0, 2), 'source live 50-110', TOLD[3] ?? '', 'source away 110-120+'],
    ],
  ])('combines both sources: %s', (_, own, events) => expect(merged(...own)).toEqual(events));

  it('contains black video once if both the agent and this browser have seen it', () => {
    const looked = read([started(0), state(1, 'source', 'live'), state(200, 'source', 'black')], 600);
    const own = [episode('source', 'black', 190, 300), episode('source', 'frozen', 190, 300)];
    expect(shown(withJournal({ ...noHistory, events: own }, looked).events)).toEqual([
      ...['source live 1-200', 'source frozen 190-300', 'source black 200-600+'],
    ]);
  });

  it('lists an action of this browser once, even if the agent has seen it', () => {
    const journal = read([started(0), entry(7, 'channel-started', {}, CHANNEL)]);
    const own: Event = { kind: 'deed', of: 'source', act: 'start', by: 'here', at: T + 8000 };
    expect(withJournal({ ...noHistory, events: [own] }, journal).events).toEqual([own]);
  });

  it('drops events from before it was cleared, and names of deleted publications', () => {
    const all = withJournal({ ...noHistory, cleared: T + 60_000 }, journal);
    expect(shown(all.events)).toEqual(TOLD.slice(2));
    expect(all.names).toEqual({ [VENUE]: 'Venue B' });
    expect(withJournal({ ...noHistory, names: { [VENUE]: 'new' } }, journal).names).toEqual({ [VENUE]: 'new' });
  });

  it('is the same on every device', () => {
    const other = [
      episode('source', 'away', 22, 49),
      episode('source', 'live', 3, 19),
      episode(VENUE, 'failing', 92, 99, false),
    ];
    expect(merged(...other)).toEqual(merged());
    expect(groupEpisodes(withJournal({ ...noHistory, events: other }, journal).events, T + 100_000).length).toBe(
      groupEpisodes(journal.events, T + 100_000).length,
    );
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { MOST_POINTS } from '../../api/agentEndpoints.ts';
import { historyRequest, isAskable, refreshMsOf, SPAN_KINDS, type SpanKind, spanOf } from './historySpan.ts';
import { chooseGrid } from './resolutions.ts';
import { neighborOf, readSpanChoice } from './spanChoice.ts';
import { dayBegin, hasClockChange, timeTicks } from './timeAxis.ts';

const at = (text: string) => Date.parse(text) / 1000;
const [HOUR, DAY] = [3600, 86_400];

afterEach(() => vi.unstubAllEnvs());

describe('a span of the history', () => {
  it.each<[zone: string, kind: SpanKind, moment: string, hours: number, from: string]>([
    ['Europe/Berlin', 'day', '2026-11-29T12:03:00Z', 24, '2026-11-28T23:00:00Z'],
    ['Europe/Berlin', 'day', '2026-03-29T12:00:00Z', 23, '2026-03-28T23:00:00Z'],
    ['Europe/Berlin', 'day', '2026-10-25T12:00:00Z', 25, '2026-10-24T22:00:00Z'],
    ['Europe/Berlin', 'week', '2026-10-25T12:00:00Z', 7 * 24 + 1, '2026-10-18T22:00:00Z'],
    ['Europe/Berlin', 'month', '2026-03-01T12:00:00Z', 31 * 24 - 1, '2026-02-28T23:00:00Z'],
    ['Europe/Berlin', 'month', '2028-02-10T12:00:00Z', 29 * 24, '2028-01-31T23:00:00Z'],
    ['Europe/Berlin', 'year', '2026-07-01T12:00:00Z', 365 * 24, '2025-12-31T23:00:00Z'],
    ['Australia/Lord_Howe', 'day', '2026-04-05T01:00:00Z', 24.5, '2026-04-04T13:00:00Z'],
    // Midnight does not exist there on that day.
    ['Africa/Cairo', 'day', '2026-04-24T09:00:00Z', 23, '2026-04-23T22:00:00Z'],
    ['Asia/Kathmandu', 'day', '2026-01-01T00:00:00Z', 24, '2025-12-31T18:15:00Z'],
    ['America/Sao_Paulo', 'hour', '2026-11-29T12:03:04Z', 1, '2026-11-29T11:03:10Z'],
  ])('in %s for the %s around %s has %d hours', (zone, kind, moment, hours, from) => {
    vi.stubEnv('TZ', zone);
    const span = spanOf({ kind, at: at(moment) }, at('2030-01-01T00:00:00Z'));
    expect(new Date(span.from * 1000).toISOString()).toBe(from.replace('Z', '.000Z'));
    expect((span.to - span.from) / HOUR).toBe(hours);
  });

  it('of a week starts with the first weekday of the language', () => {
    vi.stubEnv('TZ', 'UTC');
    const begin = (weekday: number) => spanOf({ kind: 'week', at: at('2026-11-29T12:00:00Z') }, 0, weekday).from;
    expect([1, 6, 7].map((day) => new Date(begin(day) * 1000).getUTCDate())).toEqual([23, 28, 29]);
  });

  it.each(SPAN_KINDS)('of one %s moves to the previous span and back', (kind) => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const now = at('2026-11-29T12:03:04Z');
    let choice = { kind, at: null } as Parameters<typeof spanOf>[0];
    const spans = [spanOf(choice, now)];
    for (let n = 0; n < 40; n++) {
      const before = neighborOf(choice, 'before', now);
      if (before === null) break;
      choice = before;
      spans.push(spanOf(choice, now));
    }
    for (const [n, span] of spans.entries()) if (n > 0) expect(span.to).toBe(spans[n - 1]?.from);
    for (let n = spans.length - 2; n >= 0; n--) {
      const after = neighborOf(choice, 'after', now);
      expect(after && spanOf(after, now)).toEqual(spans[n]);
      choice = after ?? choice;
    }
    expect(choice.at).toBe(null);
    expect(neighborOf(choice, 'after', now)).toBe(null);
  });

  it('ends at the oldest data of the agent', () => {
    const now = at('2026-11-29T12:00:00Z');
    expect(neighborOf({ kind: 'hour', at: now - 400 * DAY }, 'before', now)).toBe(null);
    expect(neighborOf({ kind: 'hour', at: now - 300 * DAY }, 'before', now)).not.toBe(null);
  });
});

describe('the address of a span', () => {
  it.each([
    ['week', '1764417784', { kind: 'week', at: 1_764_417_784 }],
    ['day', null, { kind: 'day', at: null }],
    [null, null, { kind: 'hour', at: null }],
    ['century', '-5', { kind: 'hour', at: null }],
    ['month', '1e9', { kind: 'month', at: null }],
    ['month', '99999999999999', { kind: 'month', at: null }],
    ['hour', '5', { kind: 'hour', at: null }],
    ['day', '1900000000', { kind: 'day', at: null }],
    ['hour', '1799996000', { kind: 'hour', at: 1_799_996_000 }],
    ['year', '1799996000', { kind: 'year', at: null }],
  ])('with %s and %s is parsed', (kind, time, choice) =>
    expect(readSpanChoice(kind, time, 1_800_000_000)).toEqual(choice),
  );
});

describe('a history request', () => {
  it.each(SPAN_KINDS)('for one %s is valid, with steps that fit whole hours', (kind) => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const now = at('2026-12-31T22:50:04Z');
    const request = historyRequest('core', { kind, at: null }, now);
    expect(isAskable(request)).toBe(true);
    const grid = chooseGrid(
      request,
      request.points,
      [1, 8, 90, 400, 400].map((days) => now - days * DAY),
    );
    const steps: Readonly<Record<SpanKind, number>> = { hour: 10, day: 300, week: 900, month: HOUR, year: 6 * HOUR };
    expect(grid.step).toBe(steps[kind]);
  });

  it('only covers the past', () => {
    const now = at('2026-11-29T12:03:04.5Z');
    expect(historyRequest('core', { kind: 'day', at: null }, now).to).toBe(Math.ceil(now));
  });

  it.each([
    ['of a million points', { points: 1_000_000 }],
    ['with one point too many', { points: MOST_POINTS + 1 }],
    ['of no points', { points: 0 }],
    ['of a part of a point', { points: 1.5 }],
    ['that ends before it starts', { from: 200, to: 100 }],
    ['that is empty', { from: 100, to: 100 }],
    ['before 1970', { from: -1 }],
    ['of no time', { from: Number.NaN }],
    ['of nothing', { subject: '' }],
  ])('%s is rejected before it is sent', (_, wrong) => {
    expect(isAskable({ subject: 'core', from: 100, to: 200, points: 10 })).toBe(true);
    expect(isAskable({ subject: 'core', from: 100, to: 200, points: 10, ...wrong })).toBe(false);
  });

  it('is repeated while new data appears', () => {
    const every = SPAN_KINDS.map((kind) => refreshMsOf({ kind, at: null }) ?? 0);
    expect(every.slice(0, 2)).toEqual([10_000, 60_000]);
    expect(every).toEqual(every.toSorted((a, b) => a - b));
    expect(refreshMsOf({ kind: 'hour', at: 5 })).toBe(null);
  });
});

describe('the time axis', () => {
  const clock = (zone: string) => (time: number) =>
    new Date(time * 1000).toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });

  it.each([
    ['2026-11-29T12:00:00Z', ['00:00', '06:00', '12:00', '18:00', '00:00']],
    ['2026-03-29T12:00:00Z', ['00:00', '06:00', '12:00', '18:00', '00:00']],
    ['2026-10-25T12:00:00Z', ['00:00', '06:00', '12:00', '18:00', '00:00']],
  ])('has local hours on %s', (day, marks) => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const span = spanOf({ kind: 'day', at: at(day) }, 0);
    expect(timeTicks('day', span, 6).map(clock('Europe/Berlin'))).toEqual(marks);
  });

  it.each(SPAN_KINDS)('of one %s has as many ticks as fit, in order', (kind) => {
    vi.stubEnv('TZ', 'America/Sao_Paulo');
    const span = spanOf({ kind, at: at('2026-11-29T12:00:00Z') }, 0);
    for (const most of [2, 3, 4, 6, 9, 13]) {
      const ticks = timeTicks(kind, span, most);
      expect(ticks.length).toBeLessThanOrEqual(most);
      expect(ticks.length).toBeGreaterThan(0);
      expect(ticks).toEqual(ticks.toSorted((a, b) => a - b));
      for (const tick of ticks) expect(tick >= span.from && tick <= span.to).toBe(true);
    }
  });

  it('detects clock changes', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const changes = (day: string) => hasClockChange(spanOf({ kind: 'day', at: at(day) }, 0));
    expect(['2026-11-29T12:00Z', '2026-03-29T12:00Z', '2026-10-25T12:00Z'].map(changes)).toEqual([false, true, true]);
    expect(dayBegin(at('2026-10-25T22:30:00Z'))).toBe(at('2026-10-24T22:00:00Z'));
  });
});

import { describe, expect, it } from 'vitest';
import type { Delivery } from '../receivers/delivery.ts';
import { alarm } from '../receivers/testing.ts';
import { dueRow, newRow, type OutboxRow, parseOutboxRow, rowAfterTry } from './outbox.ts';

const rowAt = (at: number, id = 'a'): OutboxRow => newRow('r', { ...alarm, id }, at);
const DAY_MS = 24 * 3600_000;
const FAILS: Delivery = { type: 'retry', why: 'unreachable', status: null, afterSeconds: null };
const afterTries = (row: OutboxRow, attempts: number, at: number): OutboxRow =>
  attempts === 0 ? row : afterTries(rowAfterTry(row, FAILS, at, 0.5), attempts - 1, at);

describe('a row of the outbox', () => {
  it.each<[string, Delivery, OutboxRow['state'], string | null]>([
    ['delivered', { type: 'delivered', status: 200 }, 'delivered', null],
    ['refused', { type: 'refused', why: 'login', status: 401 }, 'failed', 'login'],
    ['whose receiver is gone', { type: 'gone', status: 410 }, 'failed', 'gone'],
    [
      'whose server failed',
      { type: 'retry', why: 'server-failed', status: 503, afterSeconds: 9 },
      'waiting',
      'server-failed',
    ],
  ])('that was %s has the matching state and fault', (_, delivery, state, reason) => {
    const row = rowAfterTry(rowAt(1000), delivery, 2000, 0.5);
    expect([row.state, row.tries, row.last]).toEqual([state, 1, { at: 2000, why: reason, status: delivery.status }]);
  });

  it('keeps its id, backs off with each try, and fails after a day', () => {
    const row = afterTries(rowAt(0), 3, 1000);
    expect([row.id, row.tries, row.nextAt - 1000]).toEqual(['a', 3, 120_000]);
    expect(rowAfterTry({ ...row, tries: 9 }, FAILS, 24 * 3600_000, 0.5).state).toBe('failed');
  });

  it.each([
    ['is unreachable', 'unreachable', 600],
    ['cannot be resolved', 'name-not-found', 600],
    ['received it but did not respond', 'timeout', 7200],
    ['fails', 'server-failed', 7200],
  ] as const)('for a receiver that %s (%s) waits %i s at most after six tries', (_, reason, seconds) => {
    const row = { ...rowAt(0), tries: 5 };
    expect(rowAfterTry(row, { ...FAILS, why: reason }, 1000, 0.5).nextAt).toBe(1000 + seconds * 1000);
  });

  it('is tried for a day even if the clock was set back', () => {
    const row = rowAfterTry(rowAt(3 * DAY_MS), FAILS, 1000, 0.5);
    expect([row.firstAt, row.nextAt]).toEqual([1000, 6000]);
  });

  it('survives JSON, and malformed rows parse as null', () => {
    const row = afterTries(rowAt(0), 1, 10);
    expect(parseOutboxRow(JSON.parse(JSON.stringify(row)))).toEqual(row);
    for (const bad of [null, 7, 'x', {}, { ...row, state: 'lost' }, { ...row, message: {} }])
      expect(parseOutboxRow(bad)).toBeNull();
  });
});

describe('the next due message of a receiver', () => {
  const tried = afterTries(rowAt(0), 5, 1000);
  const delayed = rowAfterTry(rowAt(0), { ...FAILS, afterSeconds: 600 }, 1000, 0.5);
  it.each<[string, OutboxRow[], number, string | null]>([
    ['null if none waits', [], 0, null],
    ['the oldest', [rowAt(0, 'a'), rowAt(1, 'b')], 5, 'a'],
    ['null during a pause', [tried], 60_000, null],
    ['the oldest again after its pause', [tried], 2_000_000, 'a'],
    ['the oldest at once when another one is added', [tried, rowAt(50_000, 'b')], 50_001, 'a'],
    ['the oldest if the clock was set back by three days', [tried], -3 * 86_400_000, 'a'],
    ['the oldest if the clock was set back, despite a Retry-After of the receiver', [delayed], -3 * 86_400_000, 'a'],
    ['null while the receiver accepts none, even if another one is added', [delayed, rowAt(50_000, 'b')], 50_001, null],
    ['the oldest once the receiver accepts messages again', [delayed, rowAt(50_000, 'b')], 700_000, 'a'],
    ['an untried one if the clock was set back', [rowAt(3 * DAY_MS)], 0, 'a'],
    ['a pausing one if the clock was set back', [afterTries(rowAt(0), 5, 3 * DAY_MS)], 0, 'a'],
    ['a delayed one if the clock was set back', [delayed], 0, 'a'],
  ])('is %s', (_, rows, now, id) => {
    expect(dueRow(rows, now)?.id ?? null).toBe(id);
  });
});

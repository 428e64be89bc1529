import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type History, noHistory } from '../../../media/timeline/event.ts';
import { createTimelineStorage } from './timelineRegistry.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 28);

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

const eventAt = (at: number): History => ({
  ...noHistory,
  events: [{ kind: 'deed', of: 'source', act: 'start', by: 'here', at }],
});

function place() {
  const texts = new Map<string, string>();
  const storage = {
    read: (key: string) => texts.get(key) ?? null,
    write: (key: string, text: string) => void texts.set(key, text),
    remove: (key: string) => void texts.delete(key),
    listen: () => () => {},
  };
  return () => createTimelineStorage(storage, 'core');
}
const times = ({ events }: History) => events.map(({ at }) => at);

it.each([30, -3])('a page opened with a clock that is %d days off deletes no events', (days) => {
  const open = place();
  open().write('c', eventAt(NOW - 1000), NOW);
  vi.useFakeTimers({ now: NOW + days * DAY_MS });
  const page = open();
  expect(times(page.read('c', Date.now()))).toEqual([]);
  expect(times(page.write('c', eventAt(Date.now()), Date.now()))).toEqual([Date.now()]);
  const { history, more } = page.heard(null, eventAt(Date.now()), Date.now());
  expect([times(history), more]).toEqual([[Date.now()], true]);
  vi.useFakeTimers({ now: NOW + 60_000 });
  expect(times(open().read('c', Date.now()))).toContain(NOW - 1000);
});

it('a page that has been open for an hour drops events older than a day', () => {
  const open = place();
  open().write('c', eventAt(NOW - 1000), NOW);
  vi.useFakeTimers({ now: NOW + 2 * DAY_MS });
  const page = open();
  vi.advanceTimersByTime(3_600_000);
  page.write('c', eventAt(Date.now()), Date.now());
  vi.useFakeTimers({ now: NOW });
  expect(times(open().read('c', NOW))).toEqual([]);
});

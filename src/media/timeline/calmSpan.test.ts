import { expect, it } from 'vitest';
import { calmSpanOf, type LiveSince } from './calmSpan.ts';
import { type Episode, type History, noHistory, type Span } from './event.ts';

const MIN = 60_000;
const NOW = 100 * MIN;

const trouble = (of: string, status: Episode['status'], from: number, to: number): Episode => ({
  ...{ kind: 'state', of, status, at: from * MIN, until: to * MIN, over: true, cause: null, told: 'seen' },
});
const historyOf = (events: readonly Episode[], ...watched: readonly [number, number][]): History => ({
  ...noHistory,
  events,
  watched: watched.map(([from, to]): Span => [from * MIN, to * MIN]),
});
const live = (source: number, ...publications: readonly number[]): LiveSince => ({
  source: source * MIN,
  publications: publications.map((at) => at * MIN),
});

it.each<[string, History, LiveSince, number, boolean]>([
  ['watched from the first second on', historyOf([], [20, 100]), live(28, 28), 28, true],
  ['observed late: no drop known since', historyOf([], [99, 100]), live(28, 28), 28, false],
  ['nothing written down yet', noHistory, live(28), 28, false],
  ['a page that was reloaded', historyOf([], [20, 50], [50.5, 100]), live(28), 28, true],
  ['a gap of observations', historyOf([], [20, 50], [60, 100]), live(28), 28, false],
  ['a destination that was fixed', historyOf([trouble('a', 'failing', 40, 42)], [20, 100]), live(28, 42, 28), 42, true],
  ['a source that stuttered', historyOf([trouble('source', 'slow', 60, 61)], [20, 100]), live(28), 61, true],
  ['trouble of a show before', historyOf([trouble('a', 'failing', 10, 12)], [5, 100]), live(28, 28), 28, true],
  [
    'unaffected by a core that did not respond',
    historyOf([trouble('core', 'gone', 60, 61)], [20, 100]),
    live(28),
    28,
    true,
  ],
  ['a destination added later, while observed', historyOf([], [20, 100]), live(28, 28, 70), 28, true],
  [
    'a destination that restarted during a gap of observations',
    historyOf([], [20, 50], [80, 100]),
    live(28, 28, 70),
    70,
    false,
  ],
  ['a destination that followed its source by a moment', historyOf([], [99, 100]), live(28, 28.5), 28, false],
])('the span without a drop: %s', (_, history, since, from, watched) =>
  expect(calmSpanOf(history, since, NOW)).toEqual({ since: from * MIN, watched }),
);

it.each([
  ['an end in the future', historyOf([trouble('a', 'slow', 99, 101)], [20, 100]), live(28)],
  [
    'trouble that is over for five seconds',
    historyOf([trouble('source', 'away', 99, 100 - 5 / 60)], [20, 100]),
    live(28),
  ],
  ['a stream that has just started', historyOf([], [20, 100]), live(100 - 9 / 60)],
])('there is no span without a drop: %s', (_, history, since) => expect(calmSpanOf(history, since, NOW)).toBeNull());

import { expect, it } from 'vitest';
import { shownAfter } from './holdVerdict.ts';
import { tallyOf, type Verdict } from './verdict.ts';

const verdict = (kind: Verdict['kind'], severity: Verdict['severity'], more: Partial<Verdict> = {}): Verdict => ({
  ...{ kind, severity, fault: 'nobody', ids: [], since: null, sentences: [], remedies: [], others: [] },
  ...{ tally: tallyOf([]), ...more },
});

const live = verdict('live', 'live');
const slow = verdict('slow', 'warning', { fault: 'source' });
const full = verdict('full', 'warning', { fault: 'server' });
const lost = verdict('destination', 'error', { fault: 'destination', ids: ['a'] });
const both = verdict('destination', 'error', { fault: 'destination', ids: ['a', 'b'] });
const off = verdict('off', 'calm', { fault: 'operator' });
const old = verdict('old', 'warning', { fault: 'core' });
const asked = verdict('asked', 'busy');

it.each<[string, readonly [number, Verdict][], readonly Verdict['kind'][]]>([
  [
    'what is well is replaced at once',
    [
      [0, live],
      [1, slow],
    ],
    ['live', 'slow'],
  ],
  [
    'a problem stays for five seconds',
    [
      [0, slow],
      [1, live],
      [4, live],
      [5, live],
    ],
    ['slow', 'slow', 'slow', 'live'],
  ],
  [
    'two that take turns do not',
    [
      [0, full],
      [1, slow],
      [2, full],
      [3, slow],
      [6, slow],
    ],
    ['full', 'full', 'full', 'full', 'slow'],
  ],
  [
    'what is worse is said at once',
    [
      [0, full],
      [1, lost],
    ],
    ['full', 'destination'],
  ],
  [
    'what is less bad waits',
    [
      [0, lost],
      [2, full],
      [5, full],
    ],
    ['destination', 'destination', 'full'],
  ],
  [
    'another destination waits as well',
    [
      [0, lost],
      [1, both],
      [6, both],
    ],
    ['destination', 'destination', 'destination'],
  ],
  [
    'what somebody does about it is said at once',
    [
      [0, lost],
      [1, asked],
    ],
    ['destination', 'asked'],
  ],
  [
    'that the core is slow ends with its answer',
    [
      [0, old],
      [1, slow],
      [2, old],
      [3, live],
    ],
    ['old', 'slow', 'slow', 'slow'],
  ],
  [
    'also that it is off',
    [
      [0, slow],
      [1, off],
    ],
    ['slow', 'off'],
  ],
])('%s', (_, steps, kinds) => {
  let shown: ReturnType<typeof shownAfter> | null = null;
  const seen = steps.map(([seconds, next]) => {
    shown = shownAfter(shown, next, seconds * 1000);
    return shown.verdict.kind;
  });
  expect(seen).toEqual(kinds);
});

it('what counts on is shown as it is now', () => {
  const before = shownAfter(null, slow, 0);
  const now = { ...slow, since: 7 };
  expect(shownAfter(before, now, 3000)).toEqual({ verdict: now, since: 0 });
});

import { expect, it } from 'vitest';
import { type AvailabilityFact, availabilityFacts } from './availabilityFacts.ts';
import type { HistoryPoint } from './historyPoints.ts';

const FROM = 86_400;
const SPAN = { from: FROM, to: 2 * FROM };

const NO_SECONDS = { live: 0, waiting: 0, failing: 0, stopped: 0 };
const secondsOf = (digit: string) =>
  digit === 'w' ? { waiting: 600 } : { live: 60 * (digit === 'x' ? 10 : Number(digit)) };

/** Ten minutes per character: a digit is tenths of observed time, `w` is waiting, a dot is unobserved. */
const pointsOf = (digits: string): HistoryPoint[] =>
  [...digits].map((digit, n) => ({
    ...{ time: FROM + n * 600, end: FROM + (n + 1) * 600, figures: {} },
    seconds: digit === '.' ? null : { ...NO_SECONDS, ...secondsOf(digit) },
  }));

function facts(onAir: number | null, digits = 'x'.repeat(144), outages = 0) {
  const availability = { onAir, outages, longestSeconds: outages * 240, observedSeconds: 0 };
  return availabilityFacts({ figures: [], points: pointsOf(digits), availability }, SPAN);
}
const x = (times: number) => 'x'.repeat(times);
const dots = (times: number) => '.'.repeat(times);

it.each<[what: string, found: AvailabilityFact[], said: object[]]>([
  ['all of a day', facts(1), [{ kind: 'live', share: 1, outages: 0 }]],
  ['a day with falls', facts(0.9993, undefined, 3), [{ share: 0.9993, outages: 3, longestSeconds: 720 }]],
  ['a fall of two seconds', facts(0.999_977, undefined, 1), [{ share: 0.9999, outages: 1 }]],
  ['a fall of two seconds in a year', facts(0.999_999_9, undefined, 1), [{ share: 0.9999 }]],
  ['live for one second', facts(0.000_001), [{ share: 0.0001 }]],
  ['never live', facts(0), [{ share: 0 }]],
  ['stopped all day', facts(null), [{ kind: 'stopped' }]],
  ['waiting for the first start', facts(null, 'w'.repeat(144)), [{ kind: 'waiting' }]],
  ['not observed', facts(null, dots(144)), [{ kind: 'all-unseen' }]],
  ['an answer without a point', facts(null, ''), [{ kind: 'all-unseen' }]],
  ['an agent that was down', facts(1, `${x(70)}....${x(70)}`), [{}, { kind: 'unseen', seconds: 2400 }]],
  ['an agent that was down for part of a point', facts(1, `${x(70)}5${x(73)}`), [{}, { kind: 'unseen', seconds: 300 }]],
  ['an agent that is down', facts(1, `${x(140)}....`), [{}, { kind: 'unseen', seconds: 2400 }]],
  [
    'a history that started that day and had a gap',
    facts(1, `${dots(44)}${x(50)}..${x(48)}`),
    [{}, { kind: 'unseen-before', time: FROM + 44 * 600 }, { kind: 'unseen', seconds: 1200 }],
  ],
  [
    'a history that started within a point',
    facts(1, `${dots(44)}2${x(99)}`),
    [{}, { kind: 'unseen-before', time: FROM + 44 * 600 }],
  ],
  ['a history that started within the newest point', facts(1, `${dots(143)}2`), [{}, { kind: 'unseen-before' }]],
])('the availability is stated: %s', (_, found, expected) => {
  expect(found).toHaveLength(expected.length);
  expect(found).toMatchObject(expected);
});

it('samples in transit and future times are not a gap', () => {
  const availability = { onAir: 1, outages: 0, longestSeconds: 0, observedSeconds: 0 };
  const series = { figures: [], points: pointsOf(`${x(20)}1`), availability };
  expect(availabilityFacts(series, { from: FROM, to: FROM + 20 * 600 + 61 })).toMatchObject([{ kind: 'live' }]);
  expect(availabilityFacts({ ...series, points: pointsOf(x(20)) }, { from: FROM, to: FROM + 12_050 })).toHaveLength(1);
});

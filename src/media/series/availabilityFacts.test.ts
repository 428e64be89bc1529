import { expect, it } from 'vitest';
import { type AvailabilityFact, availabilityFacts } from './availabilityFacts.ts';
import type { HistoryPoint } from './historyPoints.ts';

const [FROM, TO] = [1000, 1000 + 86_400];
const LIVE = { live: 60, waiting: 0, failing: 0, stopped: 0 };
const pointsFrom = (time: number): HistoryPoint[] => [{ time, end: time + 60, seconds: LIVE, figures: {} }];

const facts = (onAir: number | null, observedSeconds: number, begin: number | null = FROM, outages = 0) =>
  availabilityFacts(
    {
      figures: [],
      points: begin === null ? [] : pointsFrom(begin),
      availability: { onAir, outages, longestSeconds: outages * 240, observedSeconds },
    },
    { from: FROM, to: TO },
  );

it.each<[what: string, found: AvailabilityFact[], said: object[]]>([
  ['all of a day', facts(1, 86_400), [{ kind: 'live', share: 1, outages: 0 }]],
  ['a day with a fall', facts(0.9993, 86_400, FROM, 3), [{ share: 0.9993, outages: 3, longestSeconds: 720 }]],
  ['a fall of two seconds', facts(0.999_977, 86_400, FROM, 1), [{ share: 0.9999, outages: 1 }]],
  ['a fall of two seconds in a year', facts(0.999_999_9, 86_400, FROM, 1), [{ share: 0.9999 }]],
  ['what was live for a second', facts(0.000_001, 86_400), [{ share: 0.0001 }]],
  ['what never was live', facts(0, 86_400), [{ share: 0 }]],
  ['what was stopped', facts(null, 86_400), [{ kind: 'stopped' }]],
  ['what nobody saw', facts(null, 0, null), [{ kind: 'all-unseen' }]],
  ['an agent that was away', facts(1, 80_000), [{ kind: 'live' }, { kind: 'unseen', seconds: 6400 }]],
  ['samples that are on their way', facts(1, 86_350), [{ kind: 'live' }]],
  [
    'a history that has just begun',
    facts(1, 400, TO - 400),
    [{ kind: 'live' }, { kind: 'unseen-before', time: TO - 400 }],
  ],
])('%s', (_, found, said) => {
  expect(found).toHaveLength(said.length);
  expect(found).toMatchObject(said);
});

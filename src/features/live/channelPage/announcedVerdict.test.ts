import { expect, it } from 'vitest';
import { tallyOf, type Verdict } from '../../../media/verdict/verdict.ts';
import { say } from '../../../media/verdict/verdictTypes.ts';
import { calmKey, calmly } from './announcedVerdict.ts';

const live = (seconds: number, more: Partial<Verdict> = {}): Verdict => ({
  ...{ kind: 'live', severity: 'live', fault: 'nobody', remedies: [], ids: [], since: null, tally: tallyOf([]) },
  others: [],
  sentences: [say('Live for {{time}}.', { time: { seconds } })],
  ...more,
});
const away = (at: number): Verdict =>
  live(0, { kind: 'away', sentences: [say('No data from the source since {{time}}.', { time: { at } })] });

it('says no length of time that goes on', () => {
  expect(calmly(live(14)).sentences).toEqual([say('Live.')]);
  expect(calmly(away(5))).toEqual(away(5));
});

it.each([
  ['seconds that pass', live(14), live(15), 'en', true],
  ['another language', live(14), live(14), 'de', false],
  ['another count', live(14), live(15, { tally: tallyOf([{ status: 'live' }]) }), 'en', false],
  ['another time', away(5), away(6), 'en', false],
  ['another kind', live(14), away(5), 'en', false],
] as const)('is it the same? %s', (_, before, now, language, same) =>
  expect(calmKey(now, language) === calmKey(before, 'en')).toBe(same),
);

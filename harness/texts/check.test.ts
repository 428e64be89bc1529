import { expect, it } from 'vitest';
import { complaintsOf, fitLocale } from './check.ts';

const used = ['Save', 'Copy {{what}}', '{{0}} of {{1}}'];
const german = { Save: 'Speichern', 'Copy {{what}}': '{{what}} kopieren', '{{0}} of {{1}}': '{{0}} von {{1}}' };

it.each([
  ['a complete language', {}, []],
  ['a text that is not there', { Save: undefined }, ['missing: Save']],
  ['a text without words', { Save: ' ' }, ['empty: Save']],
  ['a text that nothing shows', { Gone: 'Weg' }, ['no longer used: Gone']],
  ['a lost placeholder', { 'Copy {{what}}': 'Kopieren' }, ['other placeholders: Copy {{what}} -> Kopieren']],
  [
    'a misspelt placeholder',
    { 'Copy {{what}}': '{{was}} kopieren' },
    ['other placeholders: Copy {{what}} -> {{was}} kopieren'],
  ],
  ['placeholders in another order', { '{{0}} of {{1}}': 'von {{1}} {{0}}' }, []],
])('%s', (_, changed, complaints) => {
  const texts = Object.entries({ ...german, ...changed }).filter((entry): entry is [string, string] => !!entry[1]);
  expect(complaintsOf(used, Object.fromEntries(texts))).toEqual(complaints);
});

it('makes places for new texts, keeps the known ones and lets the old ones go', () => {
  expect(fitLocale(['b', 'a'], { b: 'B', c: 'C' })).toEqual({ a: '', b: 'B' });
});

import { expect, it } from 'vitest';
import { englishComplaints, formsOf, placesOf } from './pluralForms.ts';

it.each([
  ['en', ['one', 'other']],
  ['de', ['one', 'other']],
  ['fr', ['many', 'one', 'other']],
  ['pt', ['many', 'one', 'other']],
  ['it', ['many', 'one', 'other']],
  ['es', ['many', 'one', 'other']],
  ['ru', ['few', 'many', 'one', 'other']],
])('%s has the plural forms %j', (code, forms) => expect(formsOf(code)).toEqual(forms));

const viewers = { text: '{{count}} viewers', one: '{{count}} viewer' };

it.each([
  [{ text: 'Save' }, 'ru', [['Save', 'Save']]],
  // a context is part of the key, not a plural form
  [{ text: 'Application_program' }, 'de', [['Application_program', 'Application_program']]],
  [
    viewers,
    'de',
    [
      ['{{count}} viewers_one', '{{count}} viewer'],
      ['{{count}} viewers_other', '{{count}} viewers'],
    ],
  ],
  [
    viewers,
    'ru',
    [
      ['{{count}} viewers_few', '{{count}} viewers'],
      ['{{count}} viewers_many', '{{count}} viewers'],
      ['{{count}} viewers_one', '{{count}} viewer'],
      ['{{count}} viewers_other', '{{count}} viewers'],
    ],
  ],
])('%j has its keys in %s', (used, code, places) => expect(placesOf(used, code)).toEqual(places));

it('a missing English singular is reported', () => {
  expect(englishComplaints([viewers, { text: 'Save' }, { text: '{{count}} lines', one: '' }])).toEqual([
    'en: no form for one (defaultValue_one): {{count}} lines',
  ]);
});

import { expect, it } from 'vitest';
import { complaintsOf, droppedTexts, fitLocale, isUntranslated, parseLocale } from './textComplaints.ts';

const used = [
  { text: 'Save' },
  { text: 'Copy {{what}}' },
  { text: '{{0}} of {{1}}' },
  { text: '{{count}} viewers', one: '{{count}} viewer' },
];
const german = {
  '{{count}} viewers_one': '{{count}} Person',
  '{{count}} viewers_other': '{{count}} Personen',
  Save: 'Speichern',
  'Copy {{what}}': '{{what}} kopieren',
  '{{0}} of {{1}}': '{{0}} von {{1}}',
};

it.each([
  ['a complete language', {}, []],
  ['a missing text', { Save: undefined }, ['missing: Save']],
  ['an empty text', { Save: ' ' }, ['empty: Save']],
  ['an unused text', { Gone: 'Weg' }, ['no longer used: Gone']],
  [
    'a lost placeholder',
    { 'Copy {{what}}': 'Kopieren' },
    ['other placeholders, keep {{what}}: Copy {{what}} -> Kopieren'],
  ],
  [
    'a misspelt placeholder',
    { 'Copy {{what}}': '{{was}} kopieren' },
    ['other placeholders, keep {{what}}: Copy {{what}} -> {{was}} kopieren'],
  ],
  ['a missing plural form', { '{{count}} viewers_one': undefined }, ['missing: {{count}} viewers_one']],
  ['a form of another language', { '{{count}} viewers_few': 'x' }, ['not a form of de: {{count}} viewers_few']],
  [
    'a singular with the words of the plural',
    { '{{count}} viewers_one': '{{count}} Personen' },
    ['one as other: {{count}} viewers -> {{count}} Personen'],
  ],
  [
    'a count after a colon',
    { '{{count}} viewers_one': 'Im Publikum: {{count}}.', '{{count}} viewers_other': 'Im Publikum: {{count}}.' },
    [],
  ],
  ['a counted text without plural forms', { '{{count}} viewers': 'x' }, ['no longer used: {{count}} viewers']],
  ['placeholders in another order', { '{{0}} of {{1}}': 'von {{1}} {{0}}' }, []],
])('complaints about a translation: %s', (_, changed, complaints) => {
  const texts = Object.entries({ ...german, ...changed }).filter((entry): entry is [string, string] => !!entry[1]);
  expect(complaintsOf(used, 'de', Object.fromEntries(texts))).toEqual(complaints);
});

it('missing plural forms are reported', () => {
  const forms = ['few', 'many', 'one', 'other'];
  expect(complaintsOf(used.slice(3), 'ru', {})).toEqual(forms.map((form) => `missing: {{count}} viewers_${form}`));
});

it('fitting adds keys of new texts, keeps known ones and removes unused ones', () => {
  expect(fitLocale([{ text: 'b' }, { text: 'a', one: '1' }], 'de', { b: 'B', c: 'C', a: 'A' })).toEqual({
    a_one: '',
    a_other: '',
    b: 'B',
  });
});

it('an incomplete language may lack texts, but have no wrong ones', () => {
  const texts = { Save: '', 'Copy {{what}}': 'Kopieren', Gone: 'Weg' };
  const found = complaintsOf(used.slice(0, 3), 'de', texts);
  expect(found.filter((line) => !isUntranslated(line))).toEqual([
    'other placeholders, keep {{what}}: Copy {{what}} -> Kopieren',
    'no longer used: Gone',
  ]);
  expect(found).toHaveLength(4);
});

it('dropped translations are listed, because a changed text can reuse them', () => {
  expect(droppedTexts({ 'Live.': 'Live.', Gone: '', Save: 'Speichern' }, { Save: 'Speichern', 'On.': '' })).toEqual([
    'Live. -> Live.',
  ]);
});

it.each([
  ['a malformed line', '{\n  "A": "B",\nhello\n}', 'de.json is no JSON, correct it there: '],
  ['a number', '{\n  "A": 7\n}', 'de.json: write a text in quotation marks for "A"'],
  ['a key twice', '{\n  "A {{n}}": "B",\n  "A {{n}}": ""\n}', 'de.json: keep one of the lines for "A {{n}}"'],
  ['a quoted key twice', '{\n  "\\"A\\"": "B",\n  "\\"A\\"": "C"\n}', String.raw`keep one of the lines for "\"A\""`],
])('a file with %s is rejected with its name and the solution', (_, content, message) => {
  expect(() => parseLocale('de.json', content)).toThrow(message);
});
it('a locale file is parsed', () =>
  expect(parseLocale('de.json', '{\n  "A": "A: \\"b\\""\n}')).toEqual({ A: 'A: "b"' }));

import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { searchHelp } from '../../../src/ui/help/helpSearch.ts';
import { helpPage, titleOf, topicsIn } from './helpPages.ts';

const pages = (language: string) => readdir(`docs/help/${language}`);

it('has the same pages in English and German', async () => expect(await pages('de')).toEqual(await pages('en')));

it.each(['fr', 'it', 'pt', 'es', 'ru'])('has in %s what is read most, with the same topics', async (language) => {
  expect(await pages(language)).toEqual(['main.md', 'publication.md', 'wizard.md']);
  const topics = (of: string, page: string) =>
    [...readFileSync(`docs/help/${of}/${page}`, 'utf8').matchAll(/\{#([\w-]+)\}/g)].map(([, topic]) => topic);
  for (const page of await pages(language)) expect(topics(language, page)).toEqual(topics('en', page));
});

it('finds parts of pages by words of their titles first, then of their texts', () => {
  const topics = topicsIn('main', '# Page {#main}\n\nAbout `keys`.\n\n## Keys and tokens\n\nThey stay\nhidden.\n');
  expect(topics).toEqual([
    { href: 'main.html#main', title: 'Page', text: 'About keys.' },
    { href: 'main.html', title: 'Keys and tokens', text: 'They stay hidden.' },
  ]);
  expect(searchHelp(topics, ' KEYS').map(({ title }) => title)).toEqual(['Keys and tokens', 'Page']);
  expect(searchHelp(topics, 'keys hidden').map(({ title }) => title)).toEqual(['Keys and tokens']);
  expect(searchHelp(topics, ' ')).toEqual([]);
});

it.each([
  ['# Login {#login}\n\nText', 'Login'],
  ['# A & B\n', 'A & B'],
])('%j is called %s', (text, title) => expect(titleOf(text)).toBe(title));

it('writes a page with its topics, its links and nothing that could be taken for more', () => {
  const html = helpPage(
    '# A & <b> {#main}\n\nSee `x`.\n\n## Rest\n',
    'de',
    new Map([
      ['main', { title: 'A & <b>' }],
      ['edit', { title: 'Edit', lang: 'en' }],
    ]),
  );
  expect(html).toContain('<html lang="de"');
  expect(html).toContain('<title>A &#38; &#60;b&#62; · Hilfe · Sluice</title>');
  expect(html).toContain('<a href="main.html" aria-current="page">A &#38; &#60;b&#62;</a>');
  expect(html).toContain('<a href="../en/edit.html" lang="en">Edit</a>');
  expect(html).toContain('<h1 id="main">A &#38; &#60;b&#62;</h1>');
  expect(html).toContain('<h2>Rest</h2>');
  expect(html).toContain('<code>x</code>');
});

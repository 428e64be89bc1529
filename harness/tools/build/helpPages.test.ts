import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { placeOf, searchHelp } from '../../../src/ui/help/helpSearch.ts';
import { helpPage, titleOf, topicsIn } from './helpPages.ts';

const pages = (language: string) => readdir(`docs/help/${language}`);

it('the help has the same pages in English and German', async () =>
  expect(await pages('de')).toEqual(await pages('en')));

it.each(['fr', 'it', 'pt', 'es', 'ru'])(
  'the help in %s has the most read pages, with the same topics',
  async (language) => {
    expect(await pages(language)).toEqual(['alarms.md', 'main.md', 'publication.md', 'wizard.md']);
    const topics = (language: string, page: string) =>
      [...readFileSync(`docs/help/${language}/${page}`, 'utf8').matchAll(/\{#([\w-]+)\}/g)].map(([, topic]) => topic);
    for (const page of await pages(language)) expect(topics(language, page)).toEqual(topics('en', page));
  },
);

it('the search of the help ranks titles above texts', () => {
  const topics = topicsIn(
    'main',
    '# Page {#main}\n\nAbout `keys`.\n\n## Keys and tokens\n<!-- password, secret -->\n\nThey stay\nhidden.\n',
  );
  expect(topics).toEqual([
    { href: 'main.html#main', page: 'Page', title: 'Page', words: '', text: 'About keys.' },
    {
      ...{ href: 'main.html', page: 'Page', title: 'Keys and tokens' },
      ...{ words: 'password, secret', text: 'They stay hidden.' },
    },
  ]);
  expect(searchHelp(topics, 'pasword').map(({ title }) => title)).toEqual(['Keys and tokens']);
  expect(searchHelp(topics, ' KEYS').map(({ title }) => title)).toEqual(['Keys and tokens', 'Page']);
  expect(searchHelp(topics, 'keys hidden').map(({ title }) => title)).toEqual(['Keys and tokens']);
  expect(searchHelp(topics, ' ')).toEqual([]);
});

it.each([
  ['keys', { page: 'Login', title: 'Keys', text: 'One. The Keys stay hidden. Two.' }, 'Login · The Keys stay hidden.'],
  ['pasword', { page: 'Login', title: 'Login', text: 'One. Two.' }, ''],
  ['x', { page: 'Login', title: 'Keys', text: '' }, 'Login'],
  ['long', { page: 'P', title: 'T', text: `A long ${'word '.repeat(40)}` }, expect.stringMatching(/^.{120}$/)],
])('a search result for %j shows its place: %j', (query, topic, location) =>
  expect(placeOf({ ...topic, href: '', words: '' }, query)).toEqual(location),
);

it.each([
  ['en', 'youtube', 'Choose a service'],
  ['en', 'twich', 'Choose a service'],
  ['en', 'rtmps', 'RTMP'],
  ['en', 'custom', 'Choose a service'],
  ['en', 'dBFS', 'Source'],
  ['en', 'blurry', 'Encoding'],
  ['en', 'pixelatd', 'Encoding'],
  ['en', 'record', 'Recording'],
  ['en', 'forgot password', 'When the login is rejected'],
  ['de', 'unscharf', 'Codierung'],
  ['de', 'Lautstaerke', 'Quelle'],
  ['fr', 'flou', 'Encodage'],
  ['it', 'sfocato', 'Codifica'],
  ['pt', 'desfocado', 'Codificação'],
  ['es', 'borroso', 'Codificación'],
  ['ru', 'размыто', 'Кодирование'],
])('the help in %s links from "%s" to "%s"', async (language, query, title) => {
  const texts = (await pages(language)).map(
    (file) => [file.replace('.md', ''), readFileSync(`docs/help/${language}/${file}`, 'utf8')] as const,
  );
  const found = searchHelp(
    texts.flatMap(([page, text]) => topicsIn(page, text)),
    query,
  );
  expect(found.map((page) => page.title)).toContain(title);
});

it.each([
  ['# Login {#login}\n\nText', 'Login'],
  ['# A & B\n', 'A & B'],
])('the heading %j has the id %s', (text, title) => expect(titleOf(text)).toBe(title));

it('a help page contains its topics and links, with all markup escaped', () => {
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

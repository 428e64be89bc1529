import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { helpPage, titleOf } from './help.ts';

it('has the same pages in each language', async () => {
  const [english, german] = await Promise.all(['en', 'de'].map((language) => readdir(`docs/help/${language}`)));
  expect(german).toEqual(english);
});

it.each([
  ['# Login {#login}\n\nText', 'Login'],
  ['# A & B\n', 'A & B'],
])('%j is called %s', (text, title) => expect(titleOf(text)).toBe(title));

it('writes a page with its topics, its links and nothing that could be taken for more', () => {
  const html = helpPage('# A & <b> {#main}\n\nSee `x`.\n\n## Rest\n', 'de', new Map([['main', 'A & <b>']]));
  expect(html).toContain('<html lang="de"');
  expect(html).toContain('<title>A &#38; &#60;b&#62; · Hilfe · Sluice</title>');
  expect(html).toContain('<a href="main.html">A &#38; &#60;b&#62;</a>');
  expect(html).toContain('<h1 id="main">A &#38; &#60;b&#62;</h1>');
  expect(html).toContain('<h2>Rest</h2>');
  expect(html).toContain('<code>x</code>');
});

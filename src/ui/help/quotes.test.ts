import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

const LOCALES = 'assets/locales';
const HELP = 'docs/help';

/** Quotations, in the quotation marks of each language. */
const QUOTED = /„([^“”\n]+)[“”]|"([^"\n]+)"|«\s?([^»\n]+?)\s?»|“([^”\n]+)”/g;

/** Names of other products: a setting of Auth0. */
const OF_OTHERS = ['Allowed Logout URLs'];

const Locale = z.record(z.string(), z.string());
const localeOf = (language: string) => Locale.parse(JSON.parse(readFileSync(`${LOCALES}/${language}.json`, 'utf8')));
const plain = (text: string) => text.replaceAll('\u00a0', ' ').replace(/\s?…|[.,]$/g, '');

const textsOf = (language: string): string[] =>
  (language === 'en' ? Object.keys(localeOf('de')) : Object.values(localeOf(language))).map(plain);

describe.each(readdirSync(HELP))('the help in %s', (language) => {
  const texts = textsOf(language);
  it.each(readdirSync(`${HELP}/${language}`))('quotes only texts of the interface in %s', (file) => {
    const page = readFileSync(`${HELP}/${language}/${file}`, 'utf8');
    const quoted = [...page.matchAll(QUOTED)].map(([, ...marks]) => plain(marks.find((words) => words) ?? ''));
    const unknown = quoted.filter(
      (words) => !OF_OTHERS.includes(words) && !texts.some((text) => text.startsWith(words)),
    );
    expect(unknown).toEqual([]);
  });
});

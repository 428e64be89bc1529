import { describe, expect, it } from 'vitest';
import { firstLoad, loadedWith, page } from './page.ts';

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
  'dist/fonts-F.css': output([], { entryPoint: 'assets/fonts.css' }),
};

describe('what an entry loads', () => {
  it.each([
    ['src/main.tsx', ['dist/main-M.js', 'dist/chunk-C.js', 'dist/chunk-D.js']],
    ['src/player.tsx', ['dist/player-P.js', 'dist/chunk-C.js', 'dist/chunk-D.js', 'dist/player-P.css']],
    ['src/unknown.tsx', []],
  ])('%s', (entry, files) => expect(loadedWith(outputs, entry)).toEqual(files));
});

describe('the page', () => {
  const load = firstLoad(outputs, ['src/main.tsx', 'assets/fonts.css']);

  it('loads the script, what it needs at once, and the styles, and nothing lazy', () =>
    expect(load).toEqual({ script: 'main-M.js', preloads: ['chunk-C.js', 'chunk-D.js'], styles: ['fonts-F.css'] }));

  it('names all of it by relative addresses', () =>
    expect(page('<head>\n<title>x</title>\n</head>', load)).toBe(
      `<head>
<title>x</title>
<link rel="stylesheet" href="./fonts-F.css">
<link rel="modulepreload" href="./chunk-C.js">
<link rel="modulepreload" href="./chunk-D.js">
<script type="module" src="./main-M.js"></script>
</head>`,
    ));

  it('refuses what it cannot build from', () => {
    expect(() => firstLoad(outputs, ['assets/fonts.css'])).toThrow('No script was built from assets/fonts.css');
    expect(() => page('<body>', load)).toThrow('no </head>');
  });
});

import { describe, expect, it } from 'vitest';
import { SEED, seededRandom } from '../../harness/test/core/faults/runCore.ts';
import { processorTime } from '../../harness/test/testing/processorTime.ts';
import { compileGlob, findGlobFolder } from './glob.ts';

const names = ['/rec/a.txt', '/rec/b.ts', '/rec/c.m3u8', '/rec/sub/d.ts', '/rec/ä b.txt', '/up.txt'];

describe('compileGlob', () => {
  it.each([
    ['/**', names],
    ['/*', ['/up.txt']],
    ['/rec/*.ts', ['/rec/b.ts']],
    ['/rec/**.ts', ['/rec/b.ts', '/rec/sub/d.ts']],
    ['/rec/?.ts', ['/rec/b.ts']],
    ['/rec/{a,b}.*', ['/rec/a.txt', '/rec/b.ts']],
    ['/rec/[ab].*', ['/rec/a.txt', '/rec/b.ts']],
    ['rec/*', []],
    ['*.ts', []],
    ['**.ts', ['/rec/b.ts', '/rec/sub/d.ts']],
    ['/rec/*b.txt', ['/rec/ä b.txt']],
    ['/rec/[!a].*', ['/rec/b.ts', '/rec/c.m3u8']],
    ['/rec/a.tx', []],
    ['/rec/a+txt', []],
  ])('matches the recorded names for %s', (glob, found) => {
    const pattern = compileGlob(glob);
    expect(names.filter((name) => pattern?.test(name))).toEqual(found);
  });

  it.each(['/rec/[', '/rec/{a', '\\', '[b-a]'])('returns null for the malformed %s', (glob) =>
    expect(compileGlob(glob)).toBeNull(),
  );
});

it.each([
  ['/channel_*.ts', '/'],
  ['/a/b/{x,y}/*', '/a/b/'],
  ['**.ts', '/'],
])('the glob %s is searched in %s only', (glob, folder) => expect(findGlobFolder(glob)).toBe(folder));

/** The same glob as a backtracking regular expression: correct, but slow. */
function asExpression(glob: string): RegExp | null {
  let depth = 0;
  const source = glob.replace(/\\(.)|\*\*|\[(.[^\]]*)\]|./gsu, (part, escaped?: string, listed?: string) => {
    if (escaped !== undefined) return literal(escaped);
    if (listed !== undefined) {
      const not = /^[!^]/.test(listed);
      return `[${not ? '^' : ''}${listed.slice(not ? 1 : 0).replace(/[\\\][^]/g, '\\$&')}]`;
    }
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    if (part === '[' || part === '\\') depth = Number.NaN;
    if (part === '{') depth += 1;
    if (part === '{') return '(?:';
    if (part === ',' && depth > 0) return '|';
    if (part !== '}' || !(depth > 0)) return literal(part);
    depth -= 1;
    return ')';
  });
  try {
    return depth === 0 ? new RegExp(`^${source}$`, 'su') : null;
  } catch {
    return null;
  }
}
const literal = (character: string) => character.replace(/[\\^$.|+()[\]{}*?/]/, '\\$&');

describe('a compiled glob', () => {
  const pieces = [
    'a',
    'b',
    '/',
    '*',
    '**',
    '?',
    '[ab]',
    '[!a]',
    '[^b-c]',
    '[-a]',
    '[b-a]',
    '[]]',
    '{',
    '}',
    ',',
    '\\',
    '\\*',
  ].concat(['.', '+', '(', '$', '😀', '[😀a]', '[', ']', '-', '\n']);
  it('matches the same names as a regular expression', () => {
    const random = seededRandom(SEED);
    let [read, fits] = [0, 0];
    for (let round = 0; round < 4_000; round += 1) {
      const glob = Array.from({ length: 1 + random.below(7) }, () => pieces[random.below(pieces.length)]).join('');
      const reference = asExpression(glob);
      const compiled = compileGlob(glob);
      expect(compiled === null, `seed ${SEED}: ${glob}`).toBe(reference === null);
      if (reference === null || compiled === null) continue;
      read += 1;
      for (let count = 0; count < 8; count += 1) {
        const name = Array.from(
          { length: random.below(6) },
          () => ['a', 'b', 'c', '/', '.', '*', '😀', '\n'][random.below(8)],
        );
        expect(compiled.test(name.join('')), `seed ${SEED}: ${glob} on ${name.join('')}`).toBe(
          reference.test(name.join('')),
        );
        if (reference.test(name.join(''))) fits += 1;
      }
    }
    expect(read).toBeGreaterThan(1_000);
    expect(fits).toBeGreaterThan(250);
  });

  const name = `/${'a'.repeat(120)}`;
  it.each(['/**a**a**a**a**a**b', `/${'*a'.repeat(60)}b`, `/${'{a,a}'.repeat(60)}b`, `/${'{*,a}'.repeat(40)}b`])(
    'matches %s in linear time',
    (glob) => {
      const spentMs = processorTime();
      for (let count = 0; count < 50; count += 1) expect(compileGlob(glob)?.test(name)).toBe(false);
      expect(spentMs()).toBeLessThan(5_000);
    },
  );

  it.each(['*'.repeat(1_025), `${'{a,b}'.repeat(1_000)}`])('is null above the length of a path (%#)', (glob) =>
    expect(compileGlob(glob)).toBeNull(),
  );
});

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WALL_CLOCK_USES } from './wallClockUses.ts';

const ROOT = join(import.meta.dirname, '../../..');
const WALL_CLOCK = /\bDate\.now\b|\bnew Date\(\)|\bDate\.parse\b|\bmtime(?:Ms)?\b|\bbirthtime(?:Ms)?\b|\bjwtVerify\(/g;

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const withoutComments = (text: string): string => text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');

const sources = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', 'agent', 'server', 'src'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing[./]/.test(file));

const found = sources.flatMap((file) => {
  const uses = withoutComments(textOf(file)).match(WALL_CLOCK)?.length ?? 0;
  return uses === 0 ? [] : [{ file, uses }];
});

describe('uses of the wall clock', () => {
  it('are listed with the effect of a jump; prefer elapsedMs, performance.now and pageNow', () => {
    expect(sources.length).toBeGreaterThan(500);
    expect(found).toEqual(WALL_CLOCK_USES.map(({ file, uses }) => ({ file, uses })));
  });

  it.each(WALL_CLOCK_USES.flatMap(({ file, row }) => (row === undefined ? [] : [[file, ...row] as const])))(
    'in %s are tested with a jump: %s, "%s"',
    (_, test, title) => expect(textOf(test)).toContain(title),
  );
});

import { describe, expect, it } from 'vitest';
import { SEED, seeded } from '../faults/testing.ts';
import { compileExpression } from './expression.ts';

const ROUNDS = 4_000;

/** Expressions of these pieces, most of which can be read. */
const PIECES = ['a', 'b', '.', '^', '$', '|', '(', ')', '(?:', '*', '+', '?', '{2}', '{1,2}', '{0,}', '[ab]', '[^a]']
  .concat([
    '[a-c]',
    '[-a]',
    '[a-]',
    '\\b',
    '\\B',
    '\\w',
    '\\d',
    '\\.',
    '\\n',
    '-',
    ']',
    '}',
    '{',
    '\\x61',
    '[\\d-a]',
    '[]',
    '[^]',
  ])
  .map(String);

const builtIn = (source: string): RegExp | null => {
  try {
    return new RegExp(source);
  } catch {
    return null;
  }
};

describe('expressions', () => {
  it('find what those of the language find', () => {
    const random = seeded(SEED);
    let read = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const source = Array.from({ length: 1 + random.below(6) }, () => PIECES[random.below(PIECES.length)]).join('');
      const theirs = builtIn(source);
      const ours = compileExpression(source);
      expect(ours === null, `seed ${SEED}: ${source}`).toBe(theirs === null);
      if (theirs === null || ours === null) continue;
      read += 1;
      for (let count = 0; count < 8; count += 1) {
        const text = Array.from({ length: random.below(7) }, () => 'abc1-.\n]'[random.below(8)]).join('');
        expect(ours.test(text), `seed ${SEED}: ${source} on ${JSON.stringify(text)}`).toBe(theirs.test(text));
      }
    }
    expect(read).toBeGreaterThan(ROUNDS / 4);
  });

  it.each(['(?=a)', '(?!a)', '(?<=a)', '(?<!a)', '(a)\\1', '\\k<a>', 'a{1001}', '((a{1000}){1000}){1000}'])(
    '%s cannot be read',
    (source) => expect(compileExpression(source)).toBeNull(),
  );
  it.each(['a'.repeat(1_025), `${'('.repeat(60)}${'){1000}'.repeat(60)}`, '((((((){1000}){1000}){1000}){1000}){1000}'])(
    'one that would grow is refused at once (%#)',
    (source) => {
      const began = performance.now();
      expect(compileExpression(source)).toBeNull();
      expect(performance.now() - began).toBeLessThan(2_000);
    },
  );

  it.each([
    ['^(hls|rtmp)$', 'rtmp', true],
    ['(?P<name>a)', 'xa', true],
    ['^.$', '😀', true],
    ['[😀-😂]', '😁', true],
    ['\\s', '\u00a0', true],
    ['', '', true],
  ])('%s on %s: %s', (source, text, fits) => expect(compileExpression(source)?.test(text)).toBe(fits));

  it.each(['(a+)+$', '^(a|a)*$', '(a|aa)+$', '(.*)*x$', '([a-z]+)*[0-9]$', '(a?){500}a{500}$', '(.*a){20}$'])(
    '%s takes no longer than the text is long',
    (source) => {
      let steps = 0;
      const expression = compileExpression(source, (spent) => {
        steps += spent;
      });
      const text = `${'a'.repeat(2_000)}!`;
      expect(expression?.test(text)).toBe(false);
      // Of any machine: each sign is looked at by each step once or twice.
      expect(steps).toBeLessThan(text.length * 4_000 * 2);
    },
  );
});

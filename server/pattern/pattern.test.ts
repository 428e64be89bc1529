import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { SEED, seededRandom } from '../../harness/test/core/faults/runCore.ts';
import { processorTime } from '../../harness/test/testing/processorTime.ts';
import { compileExpression, findExpressionFault, weighExpression } from './expression.ts';

const ROUNDS = 4_000;

const PIECES = ['a', 'b', '.', '^', '$', '|', '(', ')', '(?:', '*', '+', '?', '{2}', '{1,2}', '{0,}', '[ab]', '[^a]']
  .concat(['[a-c]', '[-a]', '[a-]', '\\b', '\\B', '\\w', '\\d', '\\.', '\\n', '-', ']', '}', '{', '\\x61', '[\\d-a]'])
  .map(String);

const compileBuiltIn = (source: string): RegExp | null => {
  try {
    return new RegExp(source);
  } catch {
    return null;
  }
};

describe('regular expressions', () => {
  it("match like JavaScript's", () => {
    const random = seededRandom(SEED);
    let read = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const source = Array.from({ length: 1 + random.below(6) }, () => PIECES[random.below(PIECES.length)]).join('');
      const reference = compileBuiltIn(source);
      const compiled = compileExpression(source);
      // `^*` is valid here, but not in JavaScript.
      if (reference === null) continue;
      if (compiled === null) throw new Error(`seed ${SEED}: ${source} is not read`);
      read += 1;
      for (let count = 0; count < 8; count += 1) {
        const text = Array.from({ length: random.below(7) }, () => 'abc1-.\n]'[random.below(8)]).join('');
        expect(compiled.test(text), `seed ${SEED}: ${source} on ${JSON.stringify(text)}`).toBe(reference.test(text));
      }
    }
    expect(read).toBeGreaterThan(ROUNDS / 4);
  });

  it.each([
    ['(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
    ['(?!a)', 'invalid or unsupported Perl syntax: `(?!`'],
    ['(?<=a)', 'invalid named capture: `(?<=a)`'],
    ['(?<!a)', 'invalid named capture: `(?<!a)`'],
    ['(a)\\1', 'invalid escape sequence: `\\1`'],
    ['\\k<a>', 'invalid escape sequence: `\\k`'],
    ['[b-a]', 'invalid character class range: `b-a`'],
    ['(a', 'missing closing ): `(a`'],
    ['a**', 'invalid nested repetition operator: `**`'],
    ['a{1001}', 'invalid repeat count: `{1001}`'],
    ['((a{1000}){1000}){1000}', 'expression too large'],
    ['(?:(?:aaaaa){31}){32}', 'expression too large'],
    ['a{1000}'.repeat(140), 'expression too large'],
    ['a{0,1000}'.repeat(100), 'expression too large'],
    ['[)]{1000}[(]{1000}'.repeat(40), 'expression too large'],
    [`(${'a'.repeat(900)}[(]){1000}`, 'expression too large'],
    [`\\Q[(\\E(${'a'.repeat(900)}[)]]){1000}`, 'expression too large'],
    ['(?i)[a-\\x{10fffe}]'.repeat(50), 'expression too large'],
    ['(?i)[\\PL]'.repeat(50), 'expression too large'],
    ['(?i)[é-\u{10fffe}]'.repeat(50), 'expression too large'],
    ['((((((){1000}){1000}){1000}){1000}){1000}', 'expression too large'],
    [`${'('.repeat(60)}${'){1000}'.repeat(60)}`, 'expression too large'],
    ['a'.repeat(1_025), 'expression too long'],
  ])('reject %s at once: %s', (source, reason) => {
    const spentMs = processorTime();
    expect(findExpressionFault(source)).toBe(`error parsing regexp: ${reason}`);
    expect(compileExpression(source)).toBeNull();
    expect(spentMs()).toBeLessThan(1_000);
  });

  it.each(['[a\\p{L}', '[[:alpha:]', '[\\x{41}', '[', '[^]', '[[:', '\\p{', '\\Q', '(?', '{1', '{1,', '\\'])(
    'estimate many repetitions of %s at once',
    (part) => {
      const source = part.repeat(Math.floor(1_024 / part.length));
      const spentMs = processorTime();
      weighExpression(source);
      weighExpression(`${source}\\`);
      expect(spentMs()).toBeLessThan(1_000);
    },
  );

  it('are estimated before they are compiled', () => {
    const random = seededRandom(SEED);
    const parts = [
      ...PIECES,
      '{40}',
      '{0,9}',
      '[(]',
      '[)]',
      '[]a]',
      '\\(',
      '\\)',
      '\\Q(\\E',
      '\\x{61}',
      '[[:alpha:])]',
    ];
    let compiledCount = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const source = Array.from({ length: 1 + random.below(9) }, () => parts[random.below(parts.length)]).join('');
      if (compileExpression(source) === null) continue;
      compiledCount += 1;
      const size = RE2JS.compile(source).programSize();
      expect(size, `seed ${SEED}: ${source}`).toBeLessThanOrEqual(3 * weighExpression(source) + 5);
    }
    expect(compiledCount).toBeGreaterThan(ROUNDS / 5);
  });

  it('use little memory for their cache', () => {
    const random = seededRandom(SEED);
    const expression = compileExpression('(?:a|b)*a(?:a|b){18}$');
    const [tests, length] = [60, 2_000];
    const randomText = () => Array.from({ length: length }, () => 'ab'[random.below(2)]).join('');
    const before = process.memoryUsage().heapUsed;
    for (let count = 0; count < tests; count += 1) expression?.test(randomText());
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * 1024 * 1024);
  });

  it.each([
    ['^(hls|rtmp)$', 'rtmp', true],
    ['(?P<name>a)', 'xa', true],
    ['^.$', '😀', true],
    ['[😀-😂]', '😁', true],
    // Go gives the same results.
    ['^\\s$', '\u00a0', false],
    ['^.$', '\r', true],
    ['^[[:alpha:]]\\x{62}\\pL$', 'abc', true],
    ['(?i)^RTMP$', 'rtmp', true],
    ['^\\Qa.b\\E\\z', 'a.b', true],
    ['[]a]', ']', true],
    ['^.$', '\ud83d', true],
    ['', '', true],
  ])('match %s on %s: %s', (source, text, fits) => expect(compileExpression(source)?.test(text)).toBe(fits));

  it.each(['(a+)+$', '^(a|a)*$', '(a|aa)+$', '(.*)*x$', '([a-z]+)*[0-9]$', '(a?){500}a{500}$', '(.*a){20}$'])(
    'match %s in linear time',
    (source) => {
      let steps = 0;
      const expression = compileExpression(source, (spent) => {
        steps += spent;
      });
      const text = `${'a'.repeat(2_000)}!`;
      expect(expression?.test(text)).toBe(false);
      expect(steps).toBeLessThan(text.length * 4_000 * 2);
    },
  );
});

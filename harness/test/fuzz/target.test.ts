import { describe, expect, it } from 'vitest';
import { bytes, hex, json, list, record, text, whole } from './kinds.ts';
import { must } from './must.ts';
import type { Definition, Target } from './target.ts';
import { target } from './target.ts';

const lines = (run: (input: string) => unknown, more: Partial<Definition<string>> = {}): Target =>
  target({ name: 'x', reads: ['x.ts'], kind: text(), examples: ['good: line'], run, findings: [], ...more });
const EFFORT = { seconds: 3, seed: 7 };
const found = (target: Target) => expect(target.fuzz(EFFORT)).rejects;

describe('the fuzzer finds', () => {
  it('an error, and reports the simplest input that causes it', () =>
    found(
      lines((input) => {
        if (/[{].*[}]/s.test(input)) throw new TypeError('oh');
        return input;
      }),
    ).toThrow(/TypeError: oh[\s\S]*\{ input: "\{\}", why: '' \}/));

  it('a violated property', () =>
    found(lines((input) => must(!input.includes('%'), 'no percent'))).toThrow(
      /PropertyViolation: no percent[\s\S]*input: "%"/,
    ));

  it('a NaN in a result', () =>
    found(lines((input) => ({ at: Number(input.slice(6)) || Number.NaN }))).toThrow('a number is NaN'));

  it('a result far larger than its input', () =>
    found(lines((input) => input.repeat(input.length))).toThrow(/of \d+ it makes \d+/));

  it('quadratic work, with the time at each size @nightly', () =>
    found(
      lines((input) => {
        let same = 0;
        for (let i = 0; i < input.length; i += 1) for (let j = 0; j < input.length; j += 1) same ^= i & j;
        return same;
      }),
    ).toThrow(/take \d+ ms, more than[\s\S]*ms, [\s\S]*\.repeat\(\d+\)/));

  it(
    'an expression with catastrophic backtracking',
    () =>
      found(
        lines((input) => /^(?:a+)+$/.test(input), {
          examples: ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
          bounds: { patienceMs: 300 },
        }),
      ).toThrow('takes more than 300 ms'),
    180_000,
  );

  it('a rejected promise', () =>
    found(
      lines(async (input) => {
        await Promise.resolve();
        must(input.length < 20, 'short');
      }),
    ).toThrow('PropertyViolation: short'));

  it('an earlier finding that fails again', () =>
    expect(
      lines((input) => must(input !== 'a', 'not a'), { findings: [{ input: 'a', why: 'once' }] }).recall(),
    ).rejects.toThrow('found again: once'));
});

describe('the fuzzer mutates', () => {
  const reached = async <T>(definition: Pick<Definition<T>, 'kind' | 'examples' | 'run'>) =>
    found(target({ name: 'x', reads: ['x.ts'], findings: [], ...definition })).toThrow('PropertyViolation: here');

  it('bytes', () =>
    reached({
      kind: bytes,
      examples: [hex('0102')],
      run: (input) => must(!(input[0] === 0xff && input.length > 2), 'here'),
    }));
  it('every place of a JSON value', () =>
    reached({
      kind: json,
      examples: [{ a: [{ b: 'x' }] }],
      run: (input) => must(!JSON.stringify(input).includes('"a":[{"b":null'), 'here'),
    }));
  it('keys that every object inherits', () =>
    reached({
      kind: json,
      examples: [{ a: { b: 1 } }],
      run: (input) => must(!JSON.stringify(input).includes('"__proto__"'), 'here'),
    }));
  it('each field of a record', () =>
    reached({
      kind: record<{ a: readonly string[]; b: number }>({ a: list(text(), ['x']), b: whole(9) }),
      examples: [{ a: ['y'], b: 0 }],
      run: ({ a, b }) => must(!(a.length > 2 && b > 5), 'here'),
    }));
});

it('a target returns its number of inputs, and the same seed tries the same inputs', async () => {
  const inputs: string[][] = [[], []];
  for (const all of inputs) {
    const target = lines((input) => {
      if (input.length < 1000) all.push(input);
      return input;
    });
    expect(await target.fuzz({ seconds: 0.5, seed: 5 })).toBeGreaterThan(100);
  }
  const [first = [], other = []] = inputs;
  expect(first.slice(0, 50)).toEqual(other.slice(0, 50));
});

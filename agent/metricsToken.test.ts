import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testTempDir } from '../harness/test/core/testTempDir.ts';
import { metricsToken } from './metricsToken.ts';

const GOOD = 'a-token-for-metrics';
const folder = testTempDir();
const file = join(folder, 'token');

function checked(text: string | Uint8Array) {
  writeFileSync(file, text);
  const warnings: string[] = [];
  let now = 0;
  const may = metricsToken(
    file,
    (reason) => warnings.push(reason),
    () => now,
  );
  return { warnings, may, pass: (ms: number) => (now += ms) };
}

it.each([
  [GOOD, true],
  [`${GOOD}\n`, true],
  [`${GOOD}\r\nmore`, true],
  ['', false],
  ['\n', false],
  [`\n${GOOD}`, false],
  ['short', false],
  [` ${GOOD}`, false],
  [`${GOOD}\0`, false],
  ['x'.repeat(100_000), false],
])('accepts the token from a file with %j: %s', (text, isGood) => {
  const { may, warnings } = checked(text);
  expect(may(GOOD)).toBe(isGood);
  for (const wrong of ['', ' ', 'undefined', 'short', `${GOOD}x`, GOOD.slice(1)]) expect(may(wrong)).toBe(false);
  expect(warnings.length).toBe(isGood || text.startsWith('xxx') ? 0 : 1);
});

it('the token follows its file; while the file is missing, access is denied and reported once', () => {
  const { may, warnings, pass } = checked(GOOD);
  expect(may(GOOD)).toBe(true);
  writeFileSync(file, `${GOOD}-2`);
  pass(5001);
  expect([may(GOOD), may(`${GOOD}-2`)]).toEqual([false, true]);
  rmSync(file);
  for (let round = 0; round < 3; round++) {
    pass(5001);
    expect(may(`${GOOD}-2`)).toBe(false);
  }
  mkdirSync(file);
  pass(5001);
  expect(may('')).toBe(false);
  rmSync(file, { recursive: true });
  expect(warnings).toEqual([expect.stringContaining('ENOENT'), expect.stringContaining('EISDIR')]);
  writeFileSync(file, GOOD);
  chmodSync(file, 0o600);
  pass(5001);
  expect(may(GOOD)).toBe(true);
});

it('the token file is read at most once in five seconds', () => {
  const { may, pass } = checked(GOOD);
  expect(may('x')).toBe(false);
  rmSync(file);
  expect(may(GOOD)).toBe(true);
  pass(5001);
  expect(may(GOOD)).toBe(false);
});

it.each([undefined, ''])('without a token file (%j), access is denied and no fault is reported', (none) => {
  const warnings: string[] = [];
  const may = metricsToken(none, (reason) => warnings.push(reason));
  expect([may(''), may(GOOD), warnings]).toEqual([false, false, []]);
});

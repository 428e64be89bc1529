import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testTempDir } from '../harness/test/core/testTempDir.ts';
import { metricsToken } from './metricsToken.ts';

const GOOD = 'a-token-for-metrics';
const folder = testTempDir();
const file = join(folder, 'token');

function checkToken(text: string | Uint8Array) {
  writeFileSync(file, text);
  const warnings: string[] = [];
  let now = 0;
  const isAccepted = metricsToken(
    file,
    (reason) => warnings.push(reason),
    () => now,
  );
  return { warnings, isAccepted, advance: (ms: number) => (now += ms) };
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
  const { isAccepted, warnings } = checkToken(text);
  expect(isAccepted(GOOD)).toBe(isGood);
  for (const wrong of ['', ' ', 'undefined', 'short', `${GOOD}x`, GOOD.slice(1)]) expect(isAccepted(wrong)).toBe(false);
  expect(warnings.length).toBe(isGood || text.startsWith('xxx') ? 0 : 1);
});

it('the token follows its file; while the file is missing, access is denied and reported once', () => {
  const { isAccepted, warnings, advance } = checkToken(GOOD);
  expect(isAccepted(GOOD)).toBe(true);
  writeFileSync(file, `${GOOD}-2`);
  advance(5001);
  expect([isAccepted(GOOD), isAccepted(`${GOOD}-2`)]).toEqual([false, true]);
  rmSync(file);
  for (let round = 0; round < 3; round++) {
    advance(5001);
    expect(isAccepted(`${GOOD}-2`)).toBe(false);
  }
  mkdirSync(file);
  advance(5001);
  expect(isAccepted('')).toBe(false);
  rmSync(file, { recursive: true });
  expect(warnings).toEqual([expect.stringContaining('ENOENT'), expect.stringContaining('EISDIR')]);
  writeFileSync(file, GOOD);
  chmodSync(file, 0o600);
  advance(5001);
  expect(isAccepted(GOOD)).toBe(true);
});

it('the token file is read at most once in five seconds', () => {
  const { isAccepted, advance } = checkToken(GOOD);
  expect(isAccepted('x')).toBe(false);
  rmSync(file);
  expect(isAccepted(GOOD)).toBe(true);
  advance(5001);
  expect(isAccepted(GOOD)).toBe(false);
});

it.each([undefined, ''])('without a token file (%j), access is denied and no fault is reported', (none) => {
  const warnings: string[] = [];
  const isAccepted = metricsToken(none, (reason) => warnings.push(reason));
  expect([isAccepted(''), isAccepted(GOOD), warnings]).toEqual([false, false, []]);
});

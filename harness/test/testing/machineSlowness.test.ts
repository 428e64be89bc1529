import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { measureSlowness, slownessOf } from './machineSlowness.ts';

it.each([
  [10, 1],
  [220, 1],
  [660, 3],
  [99_999, 10],
])('a measurement of %s ms means a slowness of %s', (ms, factor) => expect(slownessOf(ms)).toBe(factor));

it('the measured slowness is at least 1', async () => expect(await measureSlowness()).toBeGreaterThanOrEqual(1));

const OWN_PATIENCE =
  /\b(?:testTimeout|hookTimeout)\b|[({,] ?timeout: ?\d{4}|^\s*\}, [\d_]+_000\);$|\.setTimeout\([\d_]+\)|\bsees\('Live', \d/gm;

const KNOWN: Readonly<Record<string, string>> = {
  'e2e/specs/multiview.spec.ts': 'a menu that was just closed by a poll is tried again at once',
  'e2e/support/serviceReceivers.ts': 'nothing may arrive any more: this is how long that is watched',
  'e2e/specs/channelList.spec.ts': 'is timed: the state is there within two seconds',
};

it('tests have no timeouts of their own', () => {
  const tests = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'server', 'harness', 'e2e'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(test|spec)\.tsx?$|^e2e\/(support|pages|screens)\//.test(file))
    .filter((file) => !file.startsWith('harness/test/testing/'));
  const own = tests.filter((file) => [...readFileSync(file, 'utf8').matchAll(OWN_PATIENCE)].length > 0);
  expect(own.toSorted()).toEqual(Object.keys(KNOWN).toSorted());
});

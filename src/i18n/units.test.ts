import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** A figure with a hard-coded unit: `${n} kbit/s`, end="Mbit/s". */
const BARE = /([^}]\} ?|\bend=")(kbit\/s|Mbit\/s|bit\/s|fps|Hz|kHz|dB|[kMGT]?B|px|ms|s|min|h|d)["'`]/;

const NO_WORDS = [/^src\/viewer\//, /^src\/(media|catalog|api|headless)\//, /\.test\.tsx?$/];
const LINES_WITHOUT_WORDS = [/\.style\./, /const secondsOf = \(ms/];

it('every figure with a unit uses unitIn or a text of the catalog', () => {
  const files = execFileSync('git', ['ls-files', 'src/*.ts', 'src/*.tsx'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && !NO_WORDS.some((pattern) => pattern.test(file)));
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => BARE.test(line) && !LINES_WITHOUT_WORDS.some((pattern) => pattern.test(line)))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

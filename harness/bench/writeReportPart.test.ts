import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { testTempDir } from '../test/core/testTempDir.ts';
import { writePart } from './writeReportPart.ts';

it('a part replaces its own text and keeps the other one, in a fixed order', async () => {
  const file = path.join(testTempDir(), 'bench.md');
  await writePart(file, 'interface', 'old\n\n| a |\n');
  await writePart(file, 'core', '| b |\n');
  await writePart(file, 'interface', '| c |\n');
  expect(await readFile(file, 'utf8')).toBe('<!-- core -->\n\n| b |\n\n<!-- interface -->\n\n| c |\n');
});

it('a file that is not a report is replaced', async () => {
  const file = path.join(testTempDir(), 'bench.md');
  await writeFile(file, 'something else');
  await writePart(file, 'core', '| b |');
  expect(await readFile(file, 'utf8')).toBe('<!-- core -->\n\n| b |\n');
});

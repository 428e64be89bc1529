import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const sources = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'));

const all = sources.join('\n');

/**
 * redux-saga cancels by returning from the generator. If a `finally` block then yields, JavaScript resumes the outer
 * generator as if the work were done.
 */
it('no saga continues after a cancelled one that yields in its finally block', () => {
  const cleaning = all
    .split(/^(?=(?:export )?function\* )/m)
    .filter((text) => /\n {2}\} finally \{\n(?: {4}.*\n)*? {4}(?:.* )?yield/.test(text.split(/^}$/m)[0] ?? ''))
    .map((text) => /function\* (\w+)/.exec(text)?.[1] ?? '');
  expect(cleaning).toContain('askPassword');
  expect(cleaning.length).toBeGreaterThan(10);
  expect(cleaning.filter((name) => new RegExp(`yield\\* ${name}[(<]`).test(all))).toEqual([]);
});

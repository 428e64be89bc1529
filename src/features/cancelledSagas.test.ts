import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** All sources. */
const sources = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'));

const all = sources.join('\n');

/**
 * JavaScript ends a `yield*` whose generator still yields in its `finally`, and goes on behind it; redux-saga cancels by
 * exactly that. So a saga that was cancelled would go on as if the work were done, with "@@redux-saga/TASK_CANCEL".
 */
it('no saga goes on behind one that cleans up after being cancelled', () => {
  const cleaning = all
    .split(/^(?=(?:export )?function\* )/m)
    .filter((text) => /\n {2}\} finally \{\n(?: {4}.*\n)*? {4}(?:.* )?yield/.test(text.split(/^}$/m)[0] ?? ''))
    .map((text) => /function\* (\w+)/.exec(text)?.[1] ?? '');
  expect(cleaning).toContain('askPassword');
  expect(cleaning.length).toBeGreaterThan(10);
  expect(cleaning.filter((name) => new RegExp(`yield\\* ${name}[(<]`).test(all))).toEqual([]);
});

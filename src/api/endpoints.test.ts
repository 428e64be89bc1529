import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { endpoints } from './endpoints.ts';

const sources = execFileSync('git', ['ls-files', 'src', 'agent'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^src\/testing\/|endpoints\.ts$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

it('each endpoint is used in the interface', () => {
  const unused = Object.keys(endpoints).filter((name) => !new RegExp(`\\b(core|api|calls)\\.${name}\\b`).test(sources));
  expect(unused).toEqual([]);
});

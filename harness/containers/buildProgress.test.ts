import { expect, it } from 'vitest';
import { createBuildProgress } from './buildProgress.ts';

function progress() {
  const lines: string[] = [];
  let at = 0;
  const { read, tick } = createBuildProgress(
    (line) => lines.push(line),
    () => at,
    1000,
  );
  const wait = (ms: number) => {
    at += ms;
    tick();
  };
  return { lines, read, wait };
}

it('a build reports each long step once, without program output', () => {
  const { lines, read, wait } = progress();
  for (const line of [
    '#1 [internal] load build definition from Dockerfile',
    '#5 [packages 1/3] FROM debian',
    '#5 DONE 0.1s',
    '#6 [packages 2/3] RUN apt-get update   && true',
    '#6 1.234 Get:1 http://deb.debian.org [1/3] x',
    '#6 [packages 2/3] RUN apt-get update   && true',
    '#7 [init 2/2] RUN true',
    '#7 CACHED',
    '#8 [prebuilt 1/3] COPY dist /sluice/dist',
    '',
    'nonsense',
  ]) {
    read(line);
  }
  wait(1);
  wait(1);
  expect(lines).toEqual(['  [packages 2/3] RUN apt-get update && true', '  [prebuilt 1/3] COPY dist /sluice/dist']);
});

it('a long step is reported again after a while, and a long line is truncated', () => {
  const { lines, read, wait } = progress();
  read(`#6 [packages 2/3] RUN ${'x'.repeat(300)}`);
  wait(0);
  wait(999);
  expect(lines).toHaveLength(1);
  wait(1);
  expect(lines[1]).toMatch(/^ {2}still at \[packages 2\/3\] RUN x+…$/);
  expect(lines[1]).toHaveLength(100);
  wait(500);
  expect(lines).toHaveLength(2);
});

it.each(['#6 DONE 3s', '#6 CACHED', '#6 ERROR: exit code 1'])('a step is not reported again after %s', (end) => {
  const { lines, read, wait } = progress();
  read('#6 [a 1/2] RUN x');
  read(end);
  wait(1000);
  expect(lines.at(-1)).toBe('  still working ...');
});

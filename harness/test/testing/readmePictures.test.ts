import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FOLDER, markOf, outlineFile, pictureFile, pictureNames } from '../../../e2e/pictures/pictureFiles.ts';

/** Small enough for a README on a phone. */
const MOST_BYTES = 200_000;
const SHORTEST_ALT = 40;

const readme = readFileSync('README.md', 'utf8');
const altOf = (file: string) => new RegExp(`<img src="${file}"[^>]*? alt="([^"]*)"`).exec(readme)?.[1] ?? '';

it(`${FOLDER} contains only the files that "make picture" writes`, () => {
  const drawn = pictureNames.flatMap((name) => [pictureFile(name), outlineFile(name)]);
  expect(readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`)).toEqual(drawn.sort());
});

it.each(pictureNames)('the outline of %s matches its picture (run "make picture")', (name) => {
  expect(existsSync(pictureFile(name))).toBe(true);
  expect(readFileSync(outlineFile(name), 'utf8').split('\n', 1)).toEqual([markOf(readFileSync(pictureFile(name)))]);
});

it.each(pictureNames)('the picture %s is small', (name) =>
  expect(statSync(pictureFile(name)).size).toBeLessThan(MOST_BYTES),
);

it.each(pictureNames)('the README shows %s with a text alternative', (name) =>
  expect(altOf(pictureFile(name)).length).toBeGreaterThan(SHORTEST_ALT),
);

it('a release requires current pictures', () => {
  const check = /^release-check:.*\n(?:\t.*\n)+/m.exec(readFileSync('Makefile', 'utf8'))?.[0];
  expect(check).toMatch(/ node harness\/test\.ts pictures$/m);
  expect(readFileSync('.github/workflows/release.yaml', 'utf8')).toContain('run: make release-check');
});

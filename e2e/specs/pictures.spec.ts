import { readFile } from 'node:fs/promises';
import { drawPictures } from '../pictures/drawPictures.ts';
import { outlineFile, pictureFile, pictureNames } from '../pictures/pictureFiles.ts';
import { expect, test } from '../test.ts';

test('the pictures of the README match the current screens @own-core @embedded', async ({ core, sources }) => {
  test.slow();
  const drawn = await drawPictures(core, sources.keep);
  expect(drawn.map(({ name }) => name)).toEqual(pictureNames);
  for (const { name, outline } of drawn) {
    const [, ...lines] = (await readFile(outlineFile(name), 'utf8')).trimEnd().split('\n');
    const advice = `${pictureFile(name)} shows another screen: run "make picture", look at the pictures, commit them`;
    expect.soft(outline.split('\n'), advice).toEqual(lines);
  }
});

import { mkdir, writeFile } from 'node:fs/promises';
import { drawPictures } from './pictures/drawPictures.ts';
import { FOLDER, markOf, outlineFile, pictureFile } from './pictures/pictureFiles.ts';

await mkdir(FOLDER, { recursive: true });
for (const { name, picture, outline } of await drawPictures()) {
  await writeFile(pictureFile(name), picture);
  await writeFile(outlineFile(name), `${markOf(picture)}\n${outline}\n`);
  process.stdout.write(`${pictureFile(name)}: ${Math.ceil(picture.length / 1024)} kB\n`);
}

import { mkdir, writeFile } from 'node:fs/promises';
import { coreUnderTest } from '../harness/core/coreUnderTest.ts';
import { drawPictures } from './pictures/drawPictures.ts';
import { FOLDER, markOf, outlineFile, pictureFile } from './pictures/pictureFiles.ts';
import { createTestStreams } from './support/testStreams.ts';

const core = await coreUnderTest({ name: 'admin', password: 'picture-secret' });
const streams = createTestStreams();
try {
  await mkdir(FOLDER, { recursive: true });
  for (const { name, picture, outline } of await drawPictures(core, streams.keep)) {
    await writeFile(pictureFile(name), picture);
    await writeFile(outlineFile(name), `${markOf(picture)}\n${outline}\n`);
    process.stdout.write(`${pictureFile(name)}: ${Math.ceil(picture.length / 1024)} kB\n`);
  }
} finally {
  await streams.dispose();
  await core.dispose();
}

import { expect, it } from 'vitest';
import { loopMimetypes, uploadedFile } from '../../../src/media/hls/loopFileType.ts';
import { sampleOf } from '../testing/quickOrWholeSuite.ts';
import { contextOf, readInput } from './acceptanceSources.ts';
import { askFfmpeg, listNames, versionAsked } from './runTestedFfmpeg.ts';
import { addressOf, DISGUISED_FILES, openings, uploadFile, uploadFileTypes } from './uploadFileTypes.ts';

// Accepted loops are opened as they are probed, prepared and played.

const context = contextOf(await versionAsked());
const DECODED = /frame= *[1-9]|time=00:00:0[0-9]/;

it('the table has a file of every accepted type', () =>
  expect(new Set(uploadFileTypes.map(({ mimetype }) => mimetype))).toEqual(new Set(loopMimetypes())));

it('the interface allows only demuxers that ffmpeg has', async () => {
  const demuxers = await listNames('demuxers');
  const [, names = ''] = uploadedFile('').options;
  expect(names.split(',').filter((name) => !demuxers.has(name))).toEqual([]);
});

it.each(sampleOf(uploadFileTypes, 4))('ffmpeg opens $name', async (row) => {
  const address = await uploadFile(row);
  const ways = openings(row.mimetype, context);
  expect(ways).toHaveLength(3);
  for (const { options } of ways) {
    const { ok, text } = await askFfmpeg(readInput({ address, options }));
    expect(ok, text.slice(-1500)).toBe(true);
    expect(text).toMatch(DECODED);
  }
});

it.each(DISGUISED_FILES)('ffmpeg does not open %s', async (_, text) => {
  for (const mimetype of ['audio/mpeg', 'image/png'])
    for (const { options } of openings(mimetype, context)) {
      const result = await askFfmpeg(readInput({ address: addressOf(text), options }));
      expect(result.ok, result.text.slice(-1500)).toBe(false);
      expect(result.text).not.toMatch(/Input #0|Opening '|open '/);
    }
});

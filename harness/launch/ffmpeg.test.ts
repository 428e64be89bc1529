import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { supportOf } from '../../server/ffmpeg/version.ts';
import { compatibilityOf } from '../../src/media/compatibility.ts';
import { requireFfmpeg } from './ffmpeg.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ffmpeg-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A program that says of itself what an ffmpeg says. */
async function ffmpeg(banner: string): Promise<string> {
  const binary = path.join(folder, 'ffmpeg');
  await writeFile(binary, `#!/bin/sh\necho "${banner}"\n`);
  await chmod(binary, 0o755);
  return binary;
}

describe('an ffmpeg that is supported', () => {
  it.each([
    'ffmpeg version 5.1.9-0+deb12u1 Copyright (c) 2000-2026 the FFmpeg developers',
    'ffmpeg version 4.4.2-0ubuntu0.22.04.1 Copyright (c) 2000-2021 the FFmpeg developers',
    'ffmpeg version n5.0 Copyright (c) 2000-2022 the FFmpeg developers',
    'ffmpeg version 7.1.5-0+deb13u1 Copyright (c) 2000-2026 the FFmpeg developers',
  ])('%s', async (banner) => expect(await requireFfmpeg(await ffmpeg(banner))).toBeUndefined());
});

describe('an ffmpeg that is not supported', () => {
  it.each([
    ['ffmpeg version 8.0 Copyright (c) 2000-2025 the FFmpeg developers', 'ffmpeg 8.0 is not supported, '],
    ['ffmpeg version 4.0.6 Copyright (c) 2000-2020 the FFmpeg developers', 'ffmpeg 4.0.6 is not supported, '],
    ['ffmpeg version N-109468-gd39b34123d Copyright (c) 2000-2022', 'ffmpeg N-109468-gd39b34123d is not supported'],
    ['something else', 'ffmpeg of unknown version is not supported'],
  ])('%s', async (banner, message) => expect(requireFfmpeg(await ffmpeg(banner))).rejects.toThrow(message));
});

it('names an ffmpeg that is missing', () =>
  expect(requireFfmpeg('/nowhere/ffmpeg')).rejects.toThrow('ffmpeg is missing (/nowhere/ffmpeg): install it'));

it('is what both know: the embedded core warns of no version that the interface works with, and of every other', () => {
  const versions = [3, 4, 5, 6, 7, 8, 9, 10].flatMap((major) => [0, 1, 2].map((minor) => `${major}.${minor}.1`));
  const known = (version: string) => compatibilityOf({ core: '16.0.0', transcoder: version }).transcoder.compatible;
  expect(versions.filter((version) => supportOf(version) === 'known')).toEqual(versions.filter(known));
});

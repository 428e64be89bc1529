import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { judgeVersion } from '../../../server/ffmpeg/ffmpegVersion.ts';
import { compatibilityOf, isTried } from '../../../src/media/coreInfo/compatibility.ts';
import { requireFfmpeg } from './requireFfmpeg.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ffmpeg-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function ffmpeg(banner: string): Promise<string> {
  const binary = path.join(folder, 'ffmpeg');
  await writeFile(binary, `#!/bin/sh\necho "${banner}"\n`);
  await chmod(binary, 0o755);
  return binary;
}

describe('a supported ffmpeg', () => {
  it.each([
    'ffmpeg version 5.1.9-0+deb12u1 Copyright (c) 2000-2026 the FFmpeg developers',
    'ffmpeg version 4.4.2-0ubuntu0.22.04.1 Copyright (c) 2000-2021 the FFmpeg developers',
    'ffmpeg version n5.0 Copyright (c) 2000-2022 the FFmpeg developers',
    'ffmpeg version 7.1.5-0+deb13u1 Copyright (c) 2000-2026 the FFmpeg developers',
    'ffmpeg version 8.0 Copyright (c) 2000-2025 the FFmpeg developers',
    'ffmpeg version N-109468-gd39b34123d Copyright (c) 2000-2022',
  ])('is accepted: %s', async (banner) => expect(await requireFfmpeg(await ffmpeg(banner))).toBeUndefined());
});

describe('an unsupported ffmpeg', () => {
  it.each([
    ['ffmpeg version 4.0.6 Copyright (c) 2000-2020 the FFmpeg developers', 'ffmpeg 4.0.6 is too old: 4.1 or newer '],
    ['another program', 'is not an ffmpeg'],
  ])('is rejected: %s', async (banner, message) =>
    expect(requireFfmpeg(await ffmpeg(banner))).rejects.toThrow(message),
  );
});

it('a missing ffmpeg is named', () =>
  expect(requireFfmpeg('/nowhere/ffmpeg')).rejects.toThrow('ffmpeg is missing (/nowhere/ffmpeg): install it'));

describe('the embedded core and the interface', () => {
  const versions = [3, 4, 5, 6, 7, 8, 9, 10].flatMap((major) => [0, 1, 2].map((minor) => `${major}.${minor}.1`));

  it('reject the same ffmpeg versions', () => {
    const letIn = (version: string) => compatibilityOf({ core: '16.0.0', transcoder: version }).transcoder.compatible;
    expect(versions.filter((version) => judgeVersion(version) !== 'too old')).toEqual(versions.filter(letIn));
  });

  it('were tested with the same ffmpeg versions', () =>
    expect(versions.filter((version) => judgeVersion(version) === 'known' && !isTried(version))).toEqual([]));
});

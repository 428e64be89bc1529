import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { claimFfmpeg, ffmpegVersion } from './ffmpeg.ts';

it.each([
  ['ffmpeg version 5.1.9-0+deb12u1 Copyright (c) 2000-2026 the FFmpeg developers', '5.1.9'],
  ['ffmpeg version 4.4.2-0ubuntu0.22.04.1 Copyright (c) 2000-2021 the FFmpeg developers', '4.4.2'],
  ['ffmpeg version n4.4 Copyright (c) 2000-2021 the FFmpeg developers', '4.4.0'],
  ['ffmpeg version N-109468-gd39b34123d Copyright (c) 2000-2022 the FFmpeg developers', null],
])('%s', (banner, version) => expect(ffmpegVersion(banner)).toBe(version));

const five = (version: string) => version.startsWith('5.');

it('names an ffmpeg that is missing', () =>
  expect(claimFfmpeg('/nowhere/ffmpeg', five, '^5.0.0')).rejects.toThrow(
    'ffmpeg is missing (/nowhere/ffmpeg): install it',
  ));

it('names an ffmpeg that is not supported, and what is', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ffmpeg-'));
  const binary = path.join(folder, 'ffmpeg');
  await writeFile(binary, '#!/bin/sh\necho "ffmpeg version 7.1 Copyright (c) 2000-2024 the FFmpeg developers"\n');
  await chmod(binary, 0o755);
  await expect(claimFfmpeg(binary, five, '^5.0.0')).rejects.toThrow(
    'ffmpeg version 7.1 is not supported, ^5.0.0 is needed: install one of these, or name it with CORE_FFMPEG_BINARY.',
  );
  await expect(claimFfmpeg(binary, () => true, '*')).resolves.toBeUndefined();
  await rm(folder, { recursive: true });
});

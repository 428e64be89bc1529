import { expect, it } from 'vitest';
import { judgeVersion, requireFfmpeg } from './ffmpegVersion.ts';

it.each([
  ['5.1.9-0+deb12u1', 'known'],
  ['4.1', 'known'],
  ['4.4.2-0ubuntu0.22.04.1', 'known'],
  ['6.1.1', 'untried'],
  ['7.0', 'untried'],
  ['n7.1-10-gabc', 'known'],
  ['7.1.5-0+deb13u1', 'known'],
  ['9.0.2-4', 'untried'],
  ['N-109468-gd39b34123d', 'untried'],
  ['4.0.9', 'too old'],
  ['3.4.8', 'too old'],
])('ffmpeg %s is %s', (version, verdict) => expect(judgeVersion(version)).toBe(verdict));

it('a program that is not ffmpeg is rejected', async () => {
  await expect(requireFfmpeg(process.execPath, { write: () => {} })).rejects.toThrow('is not an ffmpeg');
});

import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testTempDir } from '../../harness/test/core/testTempDir.ts';
import { createSkills } from './skills.ts';

function ffmpegThat(before: string): string {
  const folder = testTempDir();
  const binary = join(folder, 'ffmpeg');
  writeFileSync(binary, `#!/bin/sh\nasked=${folder}/asked\n${before}\nexec ffmpeg "$@"\n`);
  chmodSync(binary, 0o755);
  return binary;
}

function skillsOf(binary: string) {
  const messages: string[] = [];
  const log = { write: (_level: string, _component: string, message: string) => void messages.push(message) };
  return { skills: createSkills({ binary: () => binary, log }), messages };
}

it.each([
  ['dies at the first question', '[ -e $asked ] || { touch $asked; kill -9 $$; }'],
  ['answers after 20 s @nightly', 'sleep 20'],
])('the skills of an ffmpeg that %s are complete', async (_, before) => {
  const [{ skills, messages }, { skills: expectedSkills }] = [skillsOf(ffmpegThat(before)), skillsOf('ffmpeg')];
  expect(await skills.get()).toEqual(await expectedSkills.get());
  expect(messages).toEqual([]);
});

it.each([
  ['dies at every question', 'kill -9 $$'],
  ['does not know a question', 'exit 1'],
])('the skills of an ffmpeg that %s are an error, and the next call reads them again', async (_, before) => {
  const binary = ffmpegThat(`[ -e $asked ] || { ${before}; }`);
  const { skills, messages } = skillsOf(binary);
  await expect(skills.get()).rejects.toThrow('failed');
  expect(messages).toEqual(['Skills could not be read']);
  writeFileSync(join(binary, '../asked'), '');
  expect((await skills.get()).codecs.video.length).toBeGreaterThan(0);
});

import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import project from '../../package.json' with { type: 'json' };
import { tempDir } from '../../server/tempDir.ts';
import { defaultOf } from './images.ts';
import { Failed, run } from './run.ts';

describe.each(['Dockerfile', 'embedded.Dockerfile'])('docker/%s', (name) => {
  it('is built with the Node of package.json, when nobody says otherwise', async () => {
    const text = await readFile(`docker/${name}`, 'utf8');
    expect(defaultOf(text, 'NODE_IMAGE')).toBe(`node:${project.devDependencies.node}-bookworm-slim`);
    expect(defaultOf(text, 'PARTS')).toBe('built');
  });

  it('names no image by a tag that moves from one major version to the next', async () => {
    const text = await readFile(`docker/${name}`, 'utf8');
    const images = [...text.matchAll(/^ARG \w+_IMAGE=(\S+)$/gm)].map(([, image]) => image);
    expect(images.length).toBeGreaterThan(1);
    for (const image of images) expect(image).toMatch(/:(\d+\.\d+\.\d+|bookworm)(-slim|-bookworm-slim)?$/);
  });
});

it('says which default is missing', () =>
  expect(() => defaultOf('ARG A_IMAGE\nFROM x', 'A_IMAGE')).toThrow('The Dockerfile has no default for A_IMAGE'));

describe('a program', () => {
  it('tells what it wrote', async () =>
    expect(await run('sh', ['-c', 'echo a; echo $B >&2'], { B: 'b' })).toBe('a\nb\n'));

  it.each([
    { program: 'sh', args: ['-c', 'echo first; echo last >&2; exit 3'], message: 'last' },
    { program: 'sh', args: ['-c', 'exit 3'], message: 'sh ended with 3' },
    { program: `${tempDir()}/none`, args: [], message: 'ENOENT' },
  ])('$args fails with $message', async ({ program, args, message }) => {
    const failed = run(program, args);
    await expect(failed).rejects.toBeInstanceOf(Failed);
    await expect(failed).rejects.toThrow(message);
  });
});

import { spawnSync } from 'node:child_process';
import { cp, readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../../server/tempDir.ts';

/** What comes and goes beside the sources, and would make the copy large. */
const NO_SOURCE = /^(\.git|\.setup|\.run|node_modules|dist|test-results|screenshots)$/;
/** As .dockerignore says. */
const LEFT_OUT = /\.test\.tsx?$|\/fixtures$/;

/** The sources of all COPY lines of this stage. */
const copiedIn = (text: string, stage: string): string[] => {
  const [, lines = ''] = new RegExp(`^FROM \\S+ AS ${stage}$(.*?)^FROM `, 'ms').exec(text) ?? [];
  return [...lines.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '));
};

/** Builds with nothing but these; answers the files of dist/, whose names tell their content. */
async function builtOf(sources: readonly string[]): Promise<string[]> {
  const folder = tempDir();
  for (const source of sources)
    await cp(source, path.join(folder, source), { recursive: true, filter: (file) => !LEFT_OUT.test(file) });
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  const { status, stderr } = spawnSync(process.execPath, ['harness/build/parts.ts'], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return (await readdir(path.join(folder, 'dist'), { recursive: true })).sort();
}

describe('what is built in an image is what is built here', { timeout: 60_000 }, () => {
  const here = readdir('.').then((names) => builtOf(names.filter((name) => !NO_SOURCE.test(name))));

  it('of what is copied', async () => {
    const sources = copiedIn(await readFile('docker/Dockerfile', 'utf8'), 'built');
    expect(sources).toContain('src');
    const ignored = await readFile('.dockerignore', 'utf8');
    for (const source of sources) expect(ignored).toContain(`!${source}\n`);
    const built = await builtOf(sources);
    expect(built).toContain('index.html');
    expect(built).toEqual(await here);
  });
});

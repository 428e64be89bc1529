import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const SOURCES = [
  'src',
  'agent',
  'server',
  'assets',
  'docs/help',
  'docs/proxy',
  'docker/edge/kit',
  'harness/tools/build',
  'harness/tools/supply',
  'LICENSE',
  'esbuild.config.ts',
  'package-lock.json',
  'package.json',
  'size-budget.json',
  'tsconfig.json',
];
const STAMP = '.setup/build';

/** A hash of the names and contents of these files and folders, without tests. */
export async function fingerprint(sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    const names = await readdir(source, { recursive: true, withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOTDIR') return null;
        throw error;
      },
    );
    const files = names?.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name)) ?? [
      source,
    ];
    for (const file of files.sort()) {
      if (!/\.test\.tsx?$|\/fixtures\//.test(file))
        hash
          .update(file)
          .update('\0')
          .update(await readFile(file))
          .update('\0');
    }
  }
  return hash.digest('hex');
}

export async function isBuilt(): Promise<boolean> {
  if (!existsSync(STAMP) || !existsSync('dist/index.html')) return false;
  return (await readFile(STAMP, 'utf8')) === (await fingerprint(SOURCES));
}

export async function markBuilt(): Promise<void> {
  await mkdir(path.dirname(STAMP), { recursive: true });
  await writeFile(STAMP, await fingerprint(SOURCES));
}

export const unmarkBuilt = () => rm(STAMP, { force: true });

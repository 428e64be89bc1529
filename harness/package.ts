import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import project from '../package.json' with { type: 'json' };
import { ensureBuilt } from './tools/build/ensureBuilt.ts';
import { runVerb } from './tools/launch/userError.ts';

const PLACE = '.setup';

async function declarations(): Promise<string> {
  const [types, entry] = await Promise.all(
    ['src/headless/types.ts', 'src/headlessPackage.ts'].map((file) => readFile(file, 'utf8')),
  );
  const exports = entry?.match(/^(?:\/\*\*.*\n)?export const \w+: .*? = /gm) ?? [];
  return [
    types,
    ...exports.map((line) => line.replace('export const', 'export declare const').replace(/ = $/, ';\n')),
  ].join('');
}

/** Packs `sluice/headless`: scripts for Node without dependencies, declarations, and the files for viewers' pages. */
await runVerb(async () => {
  await ensureBuilt();
  // A unique folder, because another process may be packing.
  const folder = await mkdtemp(path.join(PLACE, 'package-'));
  try {
    await fill(folder);
    const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, folder], {
      encoding: 'utf8',
    });
    const archive = packed.trim();
    // Atomic.
    await rename(path.join(folder, archive), path.join(PLACE, archive));
    process.stdout.write(`${PLACE}/${archive}\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

async function fill(folder: string): Promise<void> {
  await build({
    entryPoints: { headless: 'src/headlessPackage.ts', renderTemplateThread: 'src/headless/renderTemplateThread.ts' },
    ...{ outdir: folder, bundle: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'error' },
    // Some packages are CommonJS and require built-in modules.
    banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
  });
  await writeFile(path.join(folder, 'headless.d.ts'), await declarations());
  await cp('dist/viewer', path.join(folder, 'viewer'), { recursive: true });
  for (const file of ['LICENSE', 'docs/automation.md']) await cp(file, path.join(folder, path.basename(file)));
  const { name, version, description, license } = project;
  await writeFile(
    path.join(folder, 'package.json'),
    JSON.stringify(
      {
        ...{ name, version, description, license, type: 'module', engines: { node: '>=20.11' } },
        exports: { './headless': { types: './headless.d.ts', default: './headless.js' } },
      },
      null,
      2,
    ),
  );
}

import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import project from '../package.json' with { type: 'json' };
import { ensureBuilt } from './tools/build/ensureBuilt.ts';
import { runVerb } from './tools/launch/userError.ts';

const FOLDER = '.setup/package';

/** The types that the package shows, which import nothing, and its exports without their values. */
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

/**
 * Packs `sluice/headless` for programs outside of the clone: scripts for Node without dependencies, declarations, and the
 * files for viewers' pages.
 */
await runVerb(async () => {
  await ensureBuilt();
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  await build({
    entryPoints: { headless: 'src/headlessPackage.ts', renderTemplateThread: 'src/headless/renderTemplateThread.ts' },
    ...{ outdir: FOLDER, bundle: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'error' },
    // Some packages are CommonJS and ask for what Node brings.
    banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
  });
  await writeFile(path.join(FOLDER, 'headless.d.ts'), await declarations());
  await cp('dist/viewer', path.join(FOLDER, 'viewer'), { recursive: true });
  for (const file of ['LICENSE', 'docs/automation.md']) await cp(file, path.join(FOLDER, path.basename(file)));
  const { name, version, description, license } = project;
  await writeFile(
    path.join(FOLDER, 'package.json'),
    JSON.stringify(
      {
        ...{ name, version, description, license, type: 'module', engines: { node: '>=20.11' } },
        exports: { './headless': { types: './headless.d.ts', default: './headless.js' } },
      },
      null,
      2,
    ),
  );
  execFileSync('npm', ['pack', '--silent', '--pack-destination', '.setup', FOLDER], { stdio: 'inherit' });
});

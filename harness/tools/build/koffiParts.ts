import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { runProgram } from '../../containers/runProgram.ts';
import { UserError } from '../launch/userError.ts';
import { Lock } from '../supply/packageLock.ts';

const PROCESSORS = {
  amd64: { cpu: 'x64', folder: 'linux_x64' },
  arm64: { cpu: 'arm64', folder: 'linux_arm64' },
  arm: { cpu: 'arm', folder: 'linux_armhf' },
} as const;
export const Processor = z.enum(['amd64', 'arm64', 'arm']);
export type Processor = z.infer<typeof Processor>;

export function processorHere(): Processor {
  const found = Processor.options.find((processor) => PROCESSORS[processor].cpu === process.arch);
  if (found === undefined) throw new UserError(`There is no image for ${process.arch}.`);
  return found;
}

const PACKAGE = 'node_modules/koffi';
/** Without sources, types and documents. `index.cjs` is resolved but never loaded. */
const FILES = ['package.json', 'LICENSE.txt', 'index.cjs', 'index.js', 'src/koffi/index.js', 'src/koffi/src/static.js'];

export const KOFFI = `${PACKAGE}/index.js`;

const Packed = z.array(z.object({ filename: z.string(), integrity: z.string() }));

/**
 * Fills `.setup/koffi/{processor}`, the `node_modules` of an image. Binaries of other processors are downloaded and
 * compared with package-lock.json.
 */
export async function gatherKoffi(processors: readonly Processor[]): Promise<void> {
  const { packages } = Lock.parse(JSON.parse(await readFile('package-lock.json', 'utf8')));
  for (const processor of processors) {
    const { cpu, folder } = PROCESSORS[processor];
    const name = `@koromix/koffi-linux-${cpu}`;
    const target = path.join('.setup/koffi', processor);
    await rm(target, { recursive: true, force: true });
    await copyFiles(PACKAGE, path.join(target, 'koffi'), FILES);
    const program = path.join(target, name);
    const files = ['package.json', 'index.js', `${folder}/koffi.node`];
    if (cpu === process.arch) await copyFiles(path.join('node_modules', name), program, files);
    else await fetchFiles(name, packages[`node_modules/${name}`] ?? {}, (from) => copyFiles(from, program, files));
  }
}

async function copyFiles(from: string, to: string, files: readonly string[]): Promise<void> {
  for (const file of files) await cp(path.join(from, file), path.join(to, file));
}

async function fetchFiles(
  name: string,
  { version, integrity }: { version?: string | undefined; integrity?: string | undefined },
  take: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'koffi-'));
  try {
    const output = await runProgram('npm', ['pack', '--json', '--pack-destination', folder, `${name}@${version}`]);
    const [packed] = Packed.parse(JSON.parse(output.slice(output.indexOf('['))));
    if (!packed || integrity === undefined || packed.integrity !== integrity)
      throw new UserError(`${name}@${version} is not what package-lock.json says.`);
    await runProgram('tar', ['-C', folder, '-xzf', path.join(folder, packed.filename)]);
    await take(path.join(folder, 'package'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UserError } from '../tools/launch/userError.ts';
import type { Machine } from './emulatedMachines.ts';
import type { Engine } from './engine.ts';
import { ProgramFailure, runProgram } from './runProgram.ts';

/** Base images as `--build-arg`; empty for those of the Dockerfile. */
export type Bases = Record<string, string>;

/** Used if the Dockerfile's image is not available. */
export const MADE_DEBIAN = 'sluice-base/debian:bookworm';
const NODE = `sluice-base/node:${process.versions.node}`;
const MIRROR = 'http://deb.debian.org/debian';

const isPresent = (engine: Engine, image: string) =>
  engine.docker('image', 'inspect', image).then(
    () => true,
    () => false,
  );

/** Returns null if the image is here now, else the reason. */
export async function pullImage(engine: Engine, image: string): Promise<string | null> {
  if (await isPresent(engine, image)) return null;
  return engine.docker('pull', '--quiet', image).then(
    () => null,
    (error: Error) => error.message,
  );
}

/** Returns `name:tag@sha256:…`, because a tag can move between two builds; only the name for a local image. */
export async function pinImage(engine: Pick<Engine, 'docker'>, image: string): Promise<string> {
  if (image.includes('@')) return image;
  const digests = await engine.docker('image', 'inspect', image, '--format', '{{join .RepoDigests "\\n"}}');
  const [digest] = /@sha256:[0-9a-f]{64}/.exec(digests) ?? [];
  return `${image}${digest ?? ''}`;
}

/** Makes bases from Debian's packages and the local Node, unless they exist. */
export async function makeBases(engine: Engine, note: (line: string) => void): Promise<Bases> {
  if (!(await isPresent(engine, MADE_DEBIAN))) {
    note(`Making ${MADE_DEBIAN} of Debian's packages, which takes minutes ...`);
    await debian(engine, MADE_DEBIAN, null);
  }
  if (!(await isPresent(engine, NODE))) {
    const tar = ['-C', path.dirname(process.execPath), '--owner=0', '--group=0'];
    await importImage(engine, NODE, null, (file) =>
      runProgram('tar', [...tar, '--transform=s,^,usr/local/bin/,', '-cf', file, path.basename(process.execPath)]),
    );
  }
  return { DEBIAN_IMAGE: MADE_DEBIAN, NODE_IMAGE: NODE };
}

export async function makeBasesFor(engine: Engine, machine: Machine, note: (line: string) => void): Promise<Bases> {
  const [debianImage, nodeImage] = [
    `${MADE_DEBIAN}-${machine.suffix}`,
    `sluice-base/${machine.node.replace('@', ':')}`,
  ];
  if (!(await isPresent(engine, debianImage))) {
    note(`Making ${debianImage} of Debian's packages, which takes minutes ...`);
    await debian(engine, debianImage, machine);
  }
  if (!(await isPresent(engine, nodeImage))) {
    note(`Making ${nodeImage} ...`);
    await importImage(engine, nodeImage, machine, async (file) => {
      const folder = path.dirname(file);
      const packed = (await runProgram('npm', ['pack', '--silent', '--pack-destination', folder, machine.node])).trim();
      await runProgram('tar', [
        '-C',
        folder,
        '-xzf',
        path.join(folder, packed.split('\n').at(-1) ?? ''),
        'package/bin/node',
      ]);
      const tar = ['-C', path.join(folder, 'package/bin'), '--owner=0', '--group=0'];
      await runProgram('tar', [...tar, '--transform=s,^,usr/local/bin/,', '-cf', file, 'node']);
    });
  }
  return { DEBIAN_IMAGE: debianImage, NODE_IMAGE: nodeImage };
}

async function debian(engine: Engine, image: string, machine: Machine | null): Promise<void> {
  // mmdebstrap uses arch-test to check that foreign programs can run.
  await runProgram('sh', ['harness/setup.sh', 'mmdebstrap', ...(machine === null ? [] : ['arch-test'])]).catch(
    (error: Error) => {
      throw new UserError(error.message);
    },
  );
  // Same as in debian:bookworm-slim.
  const lean = ['doc', 'man', 'locale', 'info'].map((folder) => `--dpkgopt=path-exclude=/usr/share/${folder}/*`);
  const rest = ['--dpkgopt=path-include=/usr/share/doc/*/copyright', '--dpkgopt=force-unsafe-io'];
  const root = process.getuid?.() === 0;
  await importImage(engine, image, machine, (file) =>
    // Low priority: tests may be running.
    runProgram('nice', [
      ...(root ? ['mmdebstrap'] : ['sudo', '-n', 'mmdebstrap']),
      ...(machine === null ? [] : [`--architectures=${machine.debian}`]),
      ...['--variant=minbase', ...lean, ...rest, 'bookworm', file],
      ...[`deb ${MIRROR} bookworm main`, `deb ${MIRROR} bookworm-updates main`],
      `deb ${MIRROR}-security bookworm-security main`,
    ]),
  ).catch((error: Error) => {
    throw new UserError(
      `The base image could not be created: ${error instanceof ProgramFailure ? error.output : error.message}`,
    );
  });
}

async function importImage(
  engine: Engine,
  image: string,
  machine: Machine | null,
  download: (file: string) => Promise<unknown>,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'base-'));
  const file = path.join(folder, 'base.tar');
  try {
    await download(file);
    if (machine === null) await engine.docker('import', file, image);
    else await load(engine, { image, folder, layer: path.basename(file), machine });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface ImportedImage {
  image: string;
  folder: string;
  layer: string;
  machine: Machine;
}

/** `docker import` cannot set a platform, so this writes the format of `docker save`. */
async function load(engine: Engine, { image, folder, layer, machine }: ImportedImage): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path.join(folder, layer))) hash.update(chunk);
  const [os, architecture, variant] = machine.platform.split('/');
  const rootfs = { type: 'layers', diff_ids: [`sha256:${hash.digest('hex')}`] };
  const config = { os, architecture, variant, created: new Date().toISOString(), config: {}, rootfs };
  await writeFile(path.join(folder, 'config.json'), JSON.stringify(config));
  const manifest = [{ Config: 'config.json', RepoTags: [image], Layers: [layer] }];
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  const archive = path.join(folder, 'image.tar');
  await runProgram('tar', ['-C', folder, '-cf', archive, 'manifest.json', 'config.json', layer]);
  await engine.docker('load', '--input', archive);
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UserError } from '../launch/userError.ts';
import type { Engine } from './engine.ts';
import { ProgramFailure, run } from './run.ts';

/** Bases of the images, as `--build-arg`. Empty: those that the Dockerfile names. */
export type Bases = Record<string, string>;

const DEBIAN = 'sluice-base/debian:bookworm';
const NODE = `sluice-base/node:${process.versions.node}`;
const MIRROR = 'http://deb.debian.org/debian';

const has = (engine: Engine, image: string) =>
  engine.docker('image', 'inspect', image).then(
    () => true,
    () => false,
  );

/** null: it is here, or it came from its registry; else why it did not. */
export async function pullImage(engine: Engine, image: string): Promise<string | null> {
  if (await has(engine, image)) return null;
  return engine.docker('pull', '--quiet', image).then(
    () => null,
    (error: Error) => error.message,
  );
}

/**
 * The same image by what it is made of, `name:tag@sha256:…`, as its registry says: a tag can be moved between two
 * builds. One that came from no registry has only its name.
 */
export async function pinImage(engine: Pick<Engine, 'docker'>, image: string): Promise<string> {
  if (image.includes('@')) return image;
  const digests = await engine.docker('image', 'inspect', image, '--format', '{{join .RepoDigests "\\n"}}');
  const [digest] = /@sha256:[0-9a-f]{64}/.exec(digests) ?? [];
  return `${image}${digest ?? ''}`;
}

/** Makes bases of Debian's packages and of the Node that runs here, unless they have been made before. */
export async function makeBases(engine: Engine, note: (line: string) => void): Promise<Bases> {
  if (!(await has(engine, DEBIAN))) {
    note(`making ${DEBIAN} of packages ...`);
    await debian(engine);
  }
  if (!(await has(engine, NODE))) {
    const tar = ['-C', path.dirname(process.execPath), '--owner=0', '--group=0'];
    await imported(engine, NODE, (file) =>
      run('tar', [...tar, '--transform=s,^,usr/local/bin/,', '-cf', file, path.basename(process.execPath)]),
    );
  }
  return { DEBIAN_IMAGE: DEBIAN, NODE_IMAGE: NODE };
}

async function debian(engine: Engine): Promise<void> {
  await run('sh', ['harness/setup.sh', 'mmdebstrap']).catch((error: Error) => {
    throw new UserError(error.message);
  });
  // As in debian:bookworm-slim.
  const lean = ['doc', 'man', 'locale', 'info'].map((folder) => `--dpkgopt=path-exclude=/usr/share/${folder}/*`);
  const rest = ['--dpkgopt=path-include=/usr/share/doc/*/copyright', '--dpkgopt=force-unsafe-io'];
  const root = process.getuid?.() === 0;
  await imported(engine, DEBIAN, (file) =>
    // Something else may be measured or tested meanwhile.
    run('nice', [
      ...(root ? ['mmdebstrap'] : ['sudo', '-n', 'mmdebstrap']),
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

async function imported(engine: Engine, image: string, make: (file: string) => Promise<unknown>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'base-'));
  const file = path.join(folder, 'base.tar');
  try {
    await make(file);
    await engine.docker('import', file, image);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

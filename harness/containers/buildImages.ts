import { readFile } from 'node:fs/promises';
import project from '../../package.json' with { type: 'json' };
import { ensureParts } from '../tools/build/ensureBuilt.ts';
import { type Processor, processorHere } from '../tools/build/koffiParts.ts';
import { UserError } from '../tools/launch/userError.ts';
import { withProgress } from './buildProgress.ts';
import { emulate, type Machine } from './emulatedMachines.ts';
import type { Engine } from './engine.ts';
import { type Bases, makeBases, makeBasesFor, pinImage, pullImage } from './pullOrMakeBaseImages.ts';
import { ProgramFailure, runProgram } from './runProgram.ts';

export const EMBEDDED = 'sluice-embedded';
export const ALL_IN_ONE = 'sluice';
export const EDGE = 'sluice-edge';
export const AGENT = 'sluice-agent';

const DOCKERFILE = 'docker/Dockerfile';
const EDGE_DOCKERFILE = 'docker/edge/Dockerfile';

export interface ImageBases {
  bases: Bases;
  core: string;
  /** Why `core` differs from the Dockerfile's; null if it does not. */
  instead: string | null;
}

export function defaultOf(dockerfile: string, argument: string): string {
  const found = new RegExp(`^ARG ${argument}=(\\S+)$`, 'm').exec(dockerfile)?.[1];
  if (found === undefined) throw new Error(`The Dockerfile has no default for ${argument}`);
  return found;
}

/** Pulls the bases of the Dockerfile, or makes our own. CORE_IMAGE overrides the core. */
export async function prepareBases(engine: Engine, note: (line: string) => void): Promise<ImageBases> {
  const dockerfile = await readFile(DOCKERFILE, 'utf8');
  const coreImage = process.env.CORE_IMAGE || defaultOf(dockerfile, 'CORE_IMAGE');
  const debian = defaultOf(dockerfile, 'DEBIAN_IMAGE');
  note('Getting the base images ...');
  const { bases, reason } = await withProgress(note, async () => {
    const missing = await pullImage(engine, debian);
    if (missing !== null) note(`${debian} is not available here (${missing}).`);
    return {
      bases: missing === null ? {} : await makeBases(engine, note),
      reason: await pullImage(engine, coreImage),
    };
  });
  if (reason !== null && process.env.CORE_IMAGE)
    throw new UserError(`CORE_IMAGE=${coreImage} is not available: ${reason}`);
  const ready: ImageBases =
    reason === null
      ? { bases, core: await pinImage(engine, coreImage), instead: null }
      : { bases, core: EMBEDDED, instead: `${coreImage} is not available here (${reason})` };
  const objection = process.env.RELEASE ? unfit(ready) : null;
  if (objection !== null) throw new UserError(`Not built for a release: ${objection}.`);
  // Installing the packages takes longest, and does not need the interface.
  await build(engine, { target: 'packages', bases }, note);
  return ready;
}

/** Returns why images on these bases must not be published; null if they may. */
export function unfit({ bases, core, instead }: ImageBases): string | null {
  if (instead !== null) return instead;
  if (Object.keys(bases).length > 0) return 'the registry of the base images cannot be reached';
  return core.includes('@sha256:') ? null : `${core} has no digest`;
}

async function labels(): Promise<Bases> {
  const revision = await runProgram('git', ['rev-parse', 'HEAD']).catch(() => '');
  return { VERSION: project.version, REVISION: revision.trim(), CREATED: new Date().toISOString() };
}

async function parts(processor: Processor): Promise<Bases> {
  await ensureParts([processor]);
  return { PARTS: 'prebuilt' };
}

/** Builds the embedded image for an emulated machine, and returns its name. */
export async function buildFor(engine: Engine, machine: Machine, note: (line: string) => void): Promise<string> {
  await emulate(machine);
  const bases = await makeBasesFor(engine, machine, note);
  const name = `${EMBEDDED}-${machine.suffix}`;
  const args = { ...bases, ...(await labels()), ...(await parts(machine.processor)), VARIANT: 'embedded' };
  await build(engine, { target: 'image', name, bases: args, platform: machine.platform }, note);
  return name;
}

export async function buildImages(
  engine: Engine,
  { bases, core, instead }: ImageBases,
  note: (line: string) => void,
): Promise<string[]> {
  const edge = { ...bases, ...(await labels()) };
  const common = { ...edge, ...(await parts(processorHere())) };
  await build(engine, { target: 'image', name: EMBEDDED, bases: { ...common, VARIANT: 'embedded' } }, note);
  await build(engine, { target: 'image', name: ALL_IN_ONE, bases: { ...common, CORE_IMAGE: core } }, note);
  await build(engine, { dockerfile: EDGE_DOCKERFILE, target: 'edge', name: EDGE, bases: edge }, note);
  await build(engine, { target: 'agent', name: AGENT, bases: common }, note);
  const size = async (name: string) => {
    const bytes = Number(await engine.docker('image', 'inspect', name, '--format', '{{.Size}}'));
    return `${Math.round(bytes / 1e6)} MB`;
  };
  return [
    `${EMBEDDED} ${project.version}: ${await size(EMBEDDED)}`,
    `${ALL_IN_ONE} ${project.version}: ${await size(ALL_IN_ONE)}, on ${core}${instead === null ? '' : `: ${instead}`}`,
    `${EDGE} ${project.version}: ${await size(EDGE)}`,
    `${AGENT} ${project.version}: ${await size(AGENT)}`,
  ];
}

interface Build {
  dockerfile?: string;
  target: string;
  bases: Bases;
  name?: string;
  platform?: Machine['platform'];
}

async function build(
  engine: Engine,
  { dockerfile = DOCKERFILE, target, bases, name, platform }: Build,
  note: (line: string) => void,
): Promise<void> {
  note(`Building ${name ?? `the ${target} of ${dockerfile}`} ...`);
  const tags = name === undefined ? [] : ['-t', `${name}:${project.version}`, '-t', `${name}:latest`];
  const args = Object.entries(bases).flatMap(([argument, value]) => ['--build-arg', `${argument}=${value}`]);
  // Our own engine has only the host's network.
  await withProgress(note, (read) =>
    engine.dockerByLine(
      read,
      'build',
      '--progress',
      'plain',
      '--network',
      'host',
      '-f',
      dockerfile,
      '--target',
      target,
      ...(platform === undefined ? [] : ['--platform', platform]),
      ...tags,
      ...args,
      '.',
    ),
  ).catch((error: Error) => {
    throw new UserError(
      `${target} of ${dockerfile} could not be built:\n${error instanceof ProgramFailure ? error.output : error.message}`,
    );
  });
}

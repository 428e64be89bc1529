import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import project from '../../../package.json' with { type: 'json' };
import { runProgram } from '../../containers/runProgram.ts';
import { missingAddresses } from '../build/projectAddresses.ts';
import { runVerb, UserError } from '../launch/userError.ts';
import {
  digestOf,
  imageName,
  inspectDigest,
  type Release,
  releasedImages,
  releaseOf,
  withReleased,
} from './releaseFromTag.ts';

/** https://docs.github.com/en/actions/reference/workflows-and-actions/variables */
const Variables = z.object({
  GITHUB_REF_NAME: z.string('GITHUB_REF_NAME must be the tag of the release, such as v1.2.3'),
  GITHUB_REPOSITORY: z.string('GITHUB_REPOSITORY must be owner/name'),
  GITHUB_SHA: z.string('GITHUB_SHA must be the commit').regex(/^[0-9a-f]{40}$/),
  GITHUB_SERVER_URL: z.string().default('https://github.com'),
  GITHUB_OUTPUT: z.string().optional(),
});

/** A dry run performs everything that needs no write access, and prints the rest. */
const isDryRun = process.env.DRY_RUN === 'true';

const BAKE = ['buildx', 'bake', '-f', 'docker/docker-bake.hcl'];
const print = (line: string) => process.stdout.write(`${line}\n`);

async function publicly(program: string, args: readonly string[]): Promise<void> {
  if (isDryRun) print(`Not run: ${[program, ...args].join(' ')}`);
  else await runProgram(program, args);
}

function readVariables() {
  const read = Variables.safeParse(isDryRun ? { ...process.env, GITHUB_REF_NAME: `v${project.version}` } : process.env);
  if (!read.success) throw new UserError(`${read.error.issues.map(({ message }) => message).join('. ')}.`);
  return read.data;
}
type WorkflowVariables = ReturnType<typeof readVariables>;

const bakeVariables = (variables: WorkflowVariables, { version }: Release) => ({
  IMAGE: imageName(variables.GITHUB_REPOSITORY),
  VERSION: version,
  REVISION: variables.GITHUB_SHA,
  CREATED: new Date().toISOString(),
  SOURCE: `${variables.GITHUB_SERVER_URL}/${variables.GITHUB_REPOSITORY}`,
});
const candidateOf = ({ GITHUB_SHA }: WorkflowVariables) => `candidate-${GITHUB_SHA.slice(0, 12)}`;

const bakePlan = async (environment: Record<string, string>): Promise<unknown> =>
  JSON.parse(await runProgram('sh', ['-c', `docker ${BAKE.join(' ')} --print 2>/dev/null`], environment));

async function imagesOf(variables: WorkflowVariables, release: Release) {
  const environment = bakeVariables(variables, release);
  const candidates = await bakePlan({ ...environment, CANDIDATE: candidateOf(variables) });
  return releasedImages(candidates, await bakePlan({ ...environment, CANDIDATE: '' }));
}

/** Builds and pushes all images. A dry run lists them; `load` builds each on its own machine. */
async function build(variables: WorkflowVariables, release: Release): Promise<void> {
  const environment = { ...bakeVariables(variables, release), CANDIDATE: candidateOf(variables) };
  if (isDryRun) {
    for (const { candidate, platforms } of await imagesOf(variables, release))
      print(`${candidate}: ${platforms.join(', ')}`);
  } else await runProgram('docker', [...BAKE, '--push', '--progress', 'plain'], environment, print);
  // Later jobs start and scan the images by this name.
  if (variables.GITHUB_OUTPUT)
    await appendFile(variables.GITHUB_OUTPUT, `candidate=${environment.IMAGE}:${environment.CANDIDATE}\n`);
}

async function load(variables: WorkflowVariables, release: Release): Promise<void> {
  const { IMAGE = '', PLATFORM = '' } = process.env;
  const found = (await imagesOf(variables, release)).find(({ candidate }) => candidate === IMAGE);
  if (!found?.platforms.includes(PLATFORM)) throw new UserError(`The bake file builds no ${IMAGE} for ${PLATFORM}.`);
  const environment = { ...bakeVariables(variables, release), CANDIDATE: candidateOf(variables) };
  // Attestations make an image a list, which an engine cannot load.
  const flags = ['--load', '--provenance=false', '--sbom=false', '--progress', 'plain'];
  const set = ['--set', `${found.variant}.platform=${PLATFORM}`];
  await runProgram('docker', [...BAKE, ...flags, ...set, found.variant], environment, print);
}

/** Tags the tested images unchanged, signs them, and publishes the changelog. */
async function publish(variables: WorkflowVariables, release: Release): Promise<void> {
  const { IMAGE } = bakeVariables(variables, release);
  for (const { candidate, tags } of await imagesOf(variables, release)) {
    const [first = ''] = tags;
    await publicly('docker', ['buildx', 'imagetools', 'create', ...tags.flatMap((tag) => ['-t', tag]), candidate]);
    const digest = isDryRun ? 'DIGEST' : digestOf(await runProgram('docker', inspectDigest(first)));
    // A tag can be moved, a digest cannot. `--recursive` also signs the images of the list.
    await publicly('cosign', ['sign', '--yes', '--recursive', `${IMAGE}@${digest}`]);
    print(`${tags.join(' ')}: ${digest}`);
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'release-'));
  const notes = path.join(folder, 'notes.md');
  await writeFile(notes, release.notes);
  const kind = release.candidate ? ['--prerelease'] : [];
  const tag = `v${release.version}`;
  await publicly('gh', ['release', 'create', tag, '--verify-tag', '--title', tag, '--notes-file', notes, ...kind]);
  await rm(folder, { recursive: true, force: true });
}

/** Sets the version of unreleased changes in all files. */
async function prepare(changelog: string): Promise<void> {
  const { VERSION = '' } = process.env;
  await writeFile('CHANGELOG.md', withReleased(changelog, VERSION, new Date()));
  await runProgram('npm', ['version', VERSION, '--no-git-tag-version', '--ignore-scripts']);
}

/** A dry run only notes missing addresses. */
function releaseHere(variables: WorkflowVariables, changelog: string): Release {
  const missing = missingAddresses(project);
  const facts = { version: project.version, changelog, missing: isDryRun ? [] : missing };
  if (isDryRun && missing.length > 0)
    print(`::warning::A release would be refused: package.json has no address in: ${missing.join(', ')}.`);
  return releaseOf(variables.GITHUB_REF_NAME, facts);
}

await runVerb(async () => {
  const [step = ''] = process.argv.slice(2);
  const changelog = await readFile('CHANGELOG.md', 'utf8');
  if (step === 'prepare') return prepare(changelog);
  const variables = readVariables();
  const release = releaseHere(variables, changelog);
  switch (step) {
    case 'check':
      return void print(release.notes);
    case 'build':
      return build(variables, release);
    case 'load':
      return load(variables, release);
    case 'publish':
      return publish(variables, release);
    default:
      throw new UserError('Say what to do: prepare, check, build, load or publish.');
  }
});

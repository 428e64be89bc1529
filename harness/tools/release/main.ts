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

/** A dry run does all that needs no right to write anywhere, and prints the rest. */
const isDryRun = process.env.DRY_RUN === 'true';

const BAKE = ['buildx', 'bake', '-f', 'docker/docker-bake.hcl'];
const printLine = (line: string) => process.stdout.write(`${line}\n`);

/** Runs what others see. */
async function runPublic(program: string, args: readonly string[]): Promise<void> {
  if (isDryRun) printLine(`Not run: ${[program, ...args].join(' ')}`);
  else await runProgram(program, args);
}

function variables() {
  // A dry run needs no tag.
  const read = Variables.safeParse(isDryRun ? { ...process.env, GITHUB_REF_NAME: `v${project.version}` } : process.env);
  if (!read.success) throw new UserError(`${read.error.issues.map(({ message }) => message).join('. ')}.`);
  return read.data;
}
type WorkflowVariables = ReturnType<typeof variables>;

const bakeVariables = (workflow: WorkflowVariables, { version }: Release) => ({
  IMAGE: imageName(workflow.GITHUB_REPOSITORY),
  VERSION: version,
  REVISION: workflow.GITHUB_SHA,
  CREATED: new Date().toISOString(),
  SOURCE: `${workflow.GITHUB_SERVER_URL}/${workflow.GITHUB_REPOSITORY}`,
});
const candidateOf = ({ GITHUB_SHA }: WorkflowVariables) => `candidate-${GITHUB_SHA.slice(0, 12)}`;

const bakePlan = async (environment: Record<string, string>): Promise<unknown> =>
  JSON.parse(await runProgram('sh', ['-c', `docker ${BAKE.join(' ')} --print 2>/dev/null`], environment));

/** What is built under candidate names, which nobody gets by a version, and what it is called afterwards. */
async function imagesOf(workflow: WorkflowVariables, release: Release) {
  const environment = bakeVariables(workflow, release);
  const candidates = await bakePlan({ ...environment, CANDIDATE: candidateOf(workflow) });
  return releasedImages(candidates, await bakePlan({ ...environment, CANDIDATE: '' }));
}

/** Builds all images and pushes them. A dry run names them; `load` builds each of them on its own machine. */
async function build(workflow: WorkflowVariables, release: Release): Promise<void> {
  const environment = { ...bakeVariables(workflow, release), CANDIDATE: candidateOf(workflow) };
  if (isDryRun) {
    for (const { candidate, platforms } of await imagesOf(workflow, release))
      printLine(`${candidate}: ${platforms.join(', ')}`);
  } else await runProgram('docker', [...BAKE, '--push', '--progress', 'plain'], environment, printLine);
  // The jobs after this one start and scan what is there by this name.
  if (workflow.GITHUB_OUTPUT)
    await appendFile(workflow.GITHUB_OUTPUT, `candidate=${environment.IMAGE}:${environment.CANDIDATE}\n`);
}

/** Builds one image for one machine, under the name that a dry run would have found in the registry. */
async function load(workflow: WorkflowVariables, release: Release): Promise<void> {
  const { IMAGE = '', PLATFORM = '' } = process.env;
  const found = (await imagesOf(workflow, release)).find(({ candidate }) => candidate === IMAGE);
  if (!found?.platforms.includes(PLATFORM)) throw new UserError(`The bake file builds no ${IMAGE} for ${PLATFORM}.`);
  const environment = { ...bakeVariables(workflow, release), CANDIDATE: candidateOf(workflow) };
  // An image with attestations is a list, which an engine does not load.
  const flags = ['--load', '--provenance=false', '--sbom=false', '--progress', 'plain'];
  const set = ['--set', `${found.variant}.platform=${PLATFORM}`];
  await runProgram('docker', [...BAKE, ...flags, ...set, found.variant], environment, printLine);
}

/** Gives the tested images their names, bit for bit the same, signs them, and publishes the changelog. */
async function publish(workflow: WorkflowVariables, release: Release): Promise<void> {
  const { IMAGE } = bakeVariables(workflow, release);
  for (const { candidate, tags } of await imagesOf(workflow, release)) {
    const [first = ''] = tags;
    await runPublic('docker', ['buildx', 'imagetools', 'create', ...tags.flatMap((tag) => ['-t', tag]), candidate]);
    const digest = isDryRun ? 'DIGEST' : digestOf(await runProgram('docker', inspectDigest(first)));
    // A digest cannot be moved as a tag can; `--recursive` signs the images of the list too.
    await runPublic('cosign', ['sign', '--yes', '--recursive', `${IMAGE}@${digest}`]);
    printLine(`${tags.join(' ')}: ${digest}`);
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'release-'));
  const notes = path.join(folder, 'notes.md');
  await writeFile(notes, release.notes);
  const kind = release.candidate ? ['--prerelease'] : [];
  const tag = `v${release.version}`;
  await runPublic('gh', ['release', 'create', tag, '--verify-tag', '--title', tag, '--notes-file', notes, ...kind]);
  await rm(folder, { recursive: true, force: true });
}

/** Gives what is unreleased its version, everywhere that names one. */
async function prepare(changelog: string): Promise<void> {
  const { VERSION = '' } = process.env;
  await writeFile('CHANGELOG.md', withReleased(changelog, VERSION, new Date()));
  await runProgram('npm', ['version', VERSION, '--no-git-tag-version', '--ignore-scripts']);
}

/** A dry run only notes which addresses are missing. */
function releaseHere(workflow: WorkflowVariables, changelog: string): Release {
  const missing = missingAddresses(project);
  const facts = { version: project.version, changelog, missing: isDryRun ? [] : missing };
  if (isDryRun && missing.length > 0)
    printLine(`::warning::A release would be refused: package.json has no address in: ${missing.join(', ')}.`);
  return releaseOf(workflow.GITHUB_REF_NAME, facts);
}

await runVerb(async () => {
  const [step = ''] = process.argv.slice(2);
  const changelog = await readFile('CHANGELOG.md', 'utf8');
  if (step === 'prepare') return prepare(changelog);
  const workflow = variables();
  const release = releaseHere(workflow, changelog);
  switch (step) {
    case 'check':
      return void printLine(release.notes);
    case 'build':
      return build(workflow, release);
    case 'load':
      return load(workflow, release);
    case 'publish':
      return publish(workflow, release);
    default:
      throw new UserError('Say what to do: prepare, check, build, load or publish.');
  }
});

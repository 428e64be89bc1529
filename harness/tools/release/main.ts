import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import project from '../../../package.json' with { type: 'json' };
import { runProgram } from '../../containers/runProgram.ts';
import { missingAddresses } from '../build/projectAddresses.ts';
import { runVerb, UserError } from '../launch/userError.ts';
import { digestOf, imageName, inspectDigest, type Release, releasedImages, releaseOf } from './releaseFromTag.ts';

/** https://docs.github.com/en/actions/reference/workflows-and-actions/variables */
const Variables = z.object({
  GITHUB_REF_NAME: z.string('GITHUB_REF_NAME must be the tag of the release, such as v1.2.3'),
  GITHUB_REPOSITORY: z.string('GITHUB_REPOSITORY must be owner/name'),
  GITHUB_SHA: z.string('GITHUB_SHA must be the commit').regex(/^[0-9a-f]{40}$/),
  GITHUB_SERVER_URL: z.string().default('https://github.com'),
  GITHUB_OUTPUT: z.string().optional(),
});

const BAKE = ['buildx', 'bake', '-f', 'docker/docker-bake.hcl'];
const say = (line: string) => process.stdout.write(`${line}\n`);

function variables() {
  const read = Variables.safeParse(process.env);
  if (!read.success) throw new UserError(`${read.error.issues.map(({ message }) => message).join('. ')}.`);
  return read.data;
}
type WorkflowVariables = ReturnType<typeof variables>;

const bakeVariables = (given: WorkflowVariables, { version }: Release) => ({
  IMAGE: imageName(given.GITHUB_REPOSITORY),
  VERSION: version,
  REVISION: given.GITHUB_SHA,
  CREATED: new Date().toISOString(),
  SOURCE: `${given.GITHUB_SERVER_URL}/${given.GITHUB_REPOSITORY}`,
});
const candidateOf = ({ GITHUB_SHA }: WorkflowVariables) => `candidate-${GITHUB_SHA.slice(0, 12)}`;

/** Builds all images under candidate names, which nobody gets by a version. */
async function build(given: WorkflowVariables, release: Release): Promise<void> {
  const environment = { ...bakeVariables(given, release), CANDIDATE: candidateOf(given) };
  say(await runProgram('docker', [...BAKE, '--push', '--progress', 'plain'], environment));
  // The jobs after this one start and scan what is there by this name.
  if (given.GITHUB_OUTPUT)
    await appendFile(given.GITHUB_OUTPUT, `candidate=${environment.IMAGE}:${environment.CANDIDATE}\n`);
}

/** Gives the tested images their names, bit for bit the same, signs them, and publishes the changelog. */
async function publish(given: WorkflowVariables, release: Release): Promise<void> {
  const environment = bakeVariables(given, release);
  const print = async (more: Record<string, string>) =>
    JSON.parse(
      await runProgram('sh', ['-c', `docker ${BAKE.join(' ')} --print 2>/dev/null`], { ...environment, ...more }),
    );
  for (const { candidate, tags } of releasedImages(await print({ CANDIDATE: candidateOf(given) }), await print({}))) {
    const [first = ''] = tags;
    await runProgram('docker', ['buildx', 'imagetools', 'create', ...tags.flatMap((tag) => ['-t', tag]), candidate]);
    const digest = digestOf(await runProgram('docker', inspectDigest(first)));
    // A digest cannot be moved as a tag can; `--recursive` signs the images of the list too.
    await runProgram('cosign', ['sign', '--yes', '--recursive', `${environment.IMAGE}@${digest}`]);
    say(`${tags.join(' ')}: ${digest}`);
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'release-'));
  const notes = path.join(folder, 'notes.md');
  await writeFile(notes, release.notes);
  const kind = release.candidate ? ['--prerelease'] : [];
  const tag = given.GITHUB_REF_NAME;
  await runProgram('gh', ['release', 'create', tag, '--verify-tag', '--title', tag, '--notes-file', notes, ...kind]);
  await rm(folder, { recursive: true, force: true });
}

await runVerb(async () => {
  const [step = ''] = process.argv.slice(2);
  const changelog = await readFile('CHANGELOG.md', 'utf8');
  const given = variables();
  const facts = { version: project.version, changelog, missing: missingAddresses(project) };
  const release = releaseOf(given.GITHUB_REF_NAME, facts);
  switch (step) {
    case 'check':
      return void say(release.notes);
    case 'build':
      return build(given, release);
    case 'publish':
      return publish(given, release);
    default:
      throw new UserError('Say what to do: check, build or publish.');
  }
});

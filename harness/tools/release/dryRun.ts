import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { messageOf } from '../../../server/util/errorMessage.ts';
import { runProgram } from '../../containers/runProgram.ts';
import { runVerb, UserError } from '../launch/userError.ts';

const printLine = (line: string) => process.stdout.write(`${line}\n`);

interface DryStep {
  name: string;
  args: readonly string[];
  /** The step is skipped with a note without this program. */
  asks?: readonly [program: string, ...args: string[]];
}

const BUILDX = ['docker', 'buildx', 'version'] as const;

/** In the order of .github/workflows/release.yaml. */
const STEPS: readonly DryStep[] = [
  { name: 'notes of the release', args: ['harness/tools/release/main.ts', 'check'] },
  { name: 'known vulnerabilities', args: ['harness/test.ts', 'audit'] },
  { name: 'images to build', args: ['harness/tools/release/main.ts', 'build'], asks: BUILDX },
  { name: 'names and signatures to give', args: ['harness/tools/release/main.ts', 'publish'], asks: BUILDX },
];

/** Steps of the workflow that do not run here, and commands to test them. */
const ELSEWHERE = [
  'make test: run it, with `make test-all` before a release',
  'make release-load and make release-boot: `make image` builds and starts the images of this machine',
  'the scan for vulnerabilities of the images: the workflow only',
];

await runVerb(async () => {
  const sha = (await runProgram('git', ['rev-parse', 'HEAD'])).trim();
  const environment = { GITHUB_REPOSITORY: 'owner/name', ...process.env, GITHUB_SHA: sha, DRY_RUN: 'true' };
  const failed: string[] = [];
  for (const { name, args, asks } of STEPS) {
    printLine(`\n--- ${name}`);
    const [program = '', ...rest] = asks ?? [];
    const missing = asks ? await runProgram(program, rest).then(() => null, messageOf) : null;
    if (missing !== null) {
      failed.push(name);
      printLine(
        `Not run: "${asks?.join(' ')}" fails here. Install Docker with its buildx plugin (docker-buildx), then try again.`,
      );
      continue;
    }
    const [code] = await once(spawn('node', args, { stdio: 'inherit', env: environment }), 'exit');
    if (code !== 0) failed.push(name);
  }
  printLine(`\nNot part of this:\n${ELSEWHERE.map((line) => `- ${line}`).join('\n')}`);
  if (failed.length > 0) throw new UserError(`Failed or not run: ${failed.join(', ')}.`);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { ensureBuilt } from './build/ensure.ts';
import { claimFfmpeg } from './launch/ffmpeg.ts';
import { Obstacle, verb } from './launch/obstacle.ts';
import { type Count, counted, type Result, readers, summary } from './testing/results.ts';

const REPORTS = 'test-results';

interface Step {
  name: string;
  /** npm script and what is added to it. */
  run: readonly string[];
  /** Who writes the report that is counted. */
  report?: keyof typeof readers;
}

const report = (name: string) => `${REPORTS}/${name}.json`;
const vitest = (name: string, ...what: string[]): Step => ({
  name,
  run: ['vitest', 'run', ...what, '--reporter=default', '--reporter=json', `--outputFile.json=${report(name)}`],
  report: 'vitest',
});

const types: Step = { name: 'types', run: ['tsc', '--noEmit'] };
const lint: Step = { name: 'lint', run: ['biome', 'check', '--error-on-warnings', '.'] };
const unused: Step = { name: 'unused', run: ['knip'] };
/** No language lacks a text, has one that nothing shows, or cannot reach one. */
const texts: Step = { name: 'texts', run: ['node', 'harness/texts/main.ts'] };
const unit = vitest('unit', 'src');
/** The embedded core is held to the recordings of a real one, and the test streams to ffprobe. */
const contract = vitest('contract', 'harness');
const soak = vitest('soak', '--config', 'harness/core/faults/soak.config.ts');
const build: Step = { name: 'build', run: ['node', 'harness/build/main.ts'] };
const journeys: Step = {
  name: 'journeys',
  run: ['playwright', 'test', '-c', 'e2e/playwright.config.ts'],
  report: 'playwright',
};

const plans: Record<string, readonly Step[]> = {
  fast: [types, lint, texts, unit],
  all: [types, lint, unused, texts, unit, contract, build, journeys],
  journeys: [journeys],
  soak: [soak],
};

/** The programs come from node_modules/.bin, which the Makefile and npm put in front of the PATH. */
async function take({ name, run: [program = '', ...args], report: kind }: Step): Promise<Result> {
  process.stdout.write(`\n--- ${name}\n`);
  const began = performance.now();
  const child = spawn(program, args, {
    stdio: 'inherit',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report(name) },
  });
  const [code] = await once(child, 'exit');
  const ok = code === 0;
  const count = counted(ok, kind ? await countOf(kind, report(name)) : { passed: 0, failed: 0 });
  return { name, seconds: (performance.now() - began) / 1000, ok: ok && count.failed === 0, count };
}

async function countOf(kind: keyof typeof readers, file: string): Promise<Count> {
  try {
    return readers[kind](JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    // No report, no test: the step ended before its first one.
    process.stderr.write(`${file}: ${error instanceof Error ? error.message : error}\n`);
    return { passed: 0, failed: 1 };
  }
}

await verb(async () => {
  const plan = plans[process.argv[2] ?? ''];
  if (!plan) throw new Obstacle(`Say what to test: ${Object.keys(plans).join(', ')}.`);
  await claimFfmpeg();
  await rm(REPORTS, { recursive: true, force: true });
  if (plan === plans.journeys) await ensureBuilt();
  const results: Result[] = [];
  for (const step of plan) results.push(await take(step));
  process.stdout.write(summary(results));
  if (results.some(({ ok }) => !ok)) process.exitCode = 1;
});

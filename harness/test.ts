import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { ensureBuilt } from './build/ensure.ts';
import { type Preparation, prepareImages } from './containers/prepare.ts';
import { requireFfmpeg } from './launch/ffmpeg.ts';
import { runVerb, UserError } from './launch/userError.ts';
import { type Count, counted, type Result, readers, summary } from './testing/results.ts';

const REPORTS = 'test-results';

interface Step {
  name: string;
  /** npm script and what is added to it. */
  run: readonly string[];
  /** Who writes the report that is counted. */
  report?: keyof typeof readers;
  /** Runs our images: is left out where no engine can run, and says so. */
  images?: true;
  /** What goes on in the background would be measured with it. */
  alone?: true;
  environment?: Record<string, string>;
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
const contract: Step = { ...vitest('contract', 'server', 'harness'), alone: true };
const soak = vitest('soak', '--config', 'server/faults/soak.config.ts');
const build: Step = { name: 'build', run: ['node', 'harness/build/main.ts'] };
const journeys: Step = {
  name: 'journeys',
  run: ['playwright', 'test', '-c', 'e2e/playwright.config.ts'],
  report: 'playwright',
};

/** The images: boot, hang, stop, replacement. */
const images: Step = { ...vitest('images', '--config', 'harness/containers/containers.config.ts'), images: true };
const inContainers = (...what: string[]): Step => ({
  name: 'containers',
  run: [...journeys.run, '--output', `${REPORTS}/containers`, ...what],
  report: 'playwright',
  images: true,
  environment: { E2E_CORE: 'container' },
});
const some = inContainers('--grep', 'first use|restart keeps|came back');

const plans: Record<string, readonly Step[]> = {
  fast: [types, lint, texts, unit],
  all: [types, lint, unused, texts, unit, contract, build, journeys, images, some],
  journeys: [process.env.E2E_CORE === 'container' ? inContainers() : journeys],
  containers: [images, some],
  soak: [soak],
};

const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

type StandsOn = { environment: Record<string, string> } | { note: string; ok: boolean };

/** What a step needs besides itself; a note when it cannot run, which is fine where no engine can. */
async function groundOf(step: Step, preparation: Preparation | null): Promise<StandsOn> {
  if (!step.images || preparation === null) return { environment: {} };
  try {
    const images = await preparation.images();
    if (images.kind === 'built') return { environment: images.environment };
    return { note: `not run, as no container engine can run here: ${images.reason}`, ok: true };
  } catch (error) {
    return { note: error instanceof Error ? error.message : String(error), ok: false };
  }
}

/** The programs come from node_modules/.bin, which the Makefile and npm put in front of the PATH. */
async function take(step: Step, preparation: Preparation | null): Promise<Result> {
  const { name, report: kind } = step;
  process.stdout.write(`\n--- ${name}\n`);
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  if (step.alone) await preparation?.settled;
  const ground = await groundOf(step, preparation);
  if ('note' in ground) {
    say(ground.note);
    const failed = ground.ok ? 0 : 1;
    return { name, seconds: seconds(), ok: ground.ok, count: { passed: 0, failed }, note: ground.note };
  }
  const [program = '', ...args] = step.run;
  const child = spawn(program, args, {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...ground.environment,
      ...step.environment,
      PLAYWRIGHT_JSON_OUTPUT_FILE: path.resolve(report(name)),
    },
  });
  const [code] = await once(child, 'exit');
  const ok = code === 0;
  const count = counted(ok, kind ? await countOf(kind, report(name)) : { passed: 0, failed: 0 });
  return { name, seconds: seconds(), ok: ok && count.failed === 0, count };
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

await runVerb(async () => {
  const plan = plans[process.argv[2] ?? ''];
  if (!plan) throw new UserError(`Say what to test: ${Object.keys(plans).join(', ')}.`);
  await requireFfmpeg();
  await rm(REPORTS, { recursive: true, force: true });
  if (plan === plans.journeys) await ensureBuilt();
  const preparation = plan.some(({ images }) => images) ? prepareImages((line) => say(`[images] ${line}`)) : null;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => (preparation?.stop() ?? Promise.resolve()).finally(() => process.exit(1)));
  }
  const results: Result[] = [];
  try {
    for (const step of plan) results.push(await take(step, preparation));
  } finally {
    await preparation?.stop();
  }
  process.stdout.write(summary(results));
  if (results.some(({ ok }) => !ok)) process.exitCode = 1;
});

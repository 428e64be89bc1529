import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../server/util/errorMessage.ts';
import { type Preparation, prepareImages } from './containers/prepareImages.ts';
import { measureSlowness, SLOWNESS } from './test/testing/machineSlowness.ts';
import {
  afterSecondTry,
  type Count,
  failedTestsOf,
  type Result,
  readers,
  resultOf,
  summary,
  sumOf,
  unsteadyOf,
  withLeaks,
} from './test/testing/parseTestReports.ts';
import { suite } from './test/testing/quickOrWholeSuite.ts';
import {
  firstTryOf,
  planNames,
  planOf,
  REPORTS,
  report,
  type Step,
  secondTriesOf,
} from './test/testing/testRunPlans.ts';
import { watchLeaks } from './test/testing/watchLeaks.ts';
import { ensureBuilt } from './tools/build/ensureBuilt.ts';
import { requireFfmpeg } from './tools/launch/requireFfmpeg.ts';
import { runVerb, UserError } from './tools/launch/userError.ts';

const print = (line: string) => {
  process.stdout.write(`${line}\n`);
};

interface Context {
  preparation: Preparation | null;
  asked: boolean;
}

type StandsOn = { environment: Record<string, string> } | { note: string; ok: boolean };

async function requirementsOf(step: Step, { preparation, asked }: Context): Promise<StandsOn> {
  if (step.lacks) return { note: `not run: ${step.lacks}`, ok: !asked };
  if (!step.images || preparation === null) return { environment: {} };
  try {
    const images = await preparation.images();
    if (images.kind === 'built') return { environment: images.environment };
    // A failure only if the images were the goal.
    return { note: `not run: ${images.reason}`, ok: !asked };
  } catch (error) {
    return { note: messageOf(error), ok: false };
  }
}

/** The Makefile and npm put node_modules/.bin into PATH. */
async function take(step: Step, context: Context): Promise<Result> {
  const { name, report: kind } = step;
  // The load may have changed since the last step.
  const slowness = await measureSlowness();
  process.stdout.write(`\n--- ${name} (this machine is ${slowness.toFixed(1)} times as slow as a quiet one)\n`);
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  if (step.alone) await context.preparation?.settled;
  const requirements = await requirementsOf(step, context);
  if ('note' in requirements) {
    print(requirements.note);
    const failed = requirements.ok ? 0 : 1;
    return { name, seconds: seconds(), ok: requirements.ok, count: { passed: 0, failed }, note: requirements.note };
  }
  const watch = watchLeaks(name.replaceAll(' ', '-'));
  const run = async (command: readonly string[]) => {
    const [program = '', ...args] = command;
    const child = spawn(program, args, {
      stdio: 'inherit',
      env: {
        ...process.env,
        ...requirements.environment,
        ...watch.environment,
        [SLOWNESS]: String(slowness),
        ...step.environment,
        PLAYWRIGHT_JSON_OUTPUT_FILE: path.resolve(report(name)),
      },
    });
    const [code] = await once(child, 'exit');
    return { ok: code === 0, count: kind ? await countOf(kind, report(name)) : { passed: 0, failed: 0 } };
  };
  const first = await run(firstTryOf(step));
  let tried = first;
  const again = first.ok || !kind ? [] : secondTriesOf(step, await failedIn(kind, report(name)));
  if (again.length > 0) {
    process.stdout.write(`\n--- ${name}: what failed, once more and alone\n`);
    const seconds: (typeof first)[] = [];
    for (const command of again) seconds.push(await run(command));
    const count = afterSecondTry(first.count, sumOf(seconds.map((second) => second.count)));
    tried = { ok: seconds.every(({ ok }) => ok), count };
  }
  const result = resultOf({ name, seconds: seconds(), ok: tried.ok, asked: context.asked }, tried.count);
  return withLeaks(result, await watch.leaks());
}

async function failedIn(kind: keyof typeof readers, file: string) {
  const found = await written(file);
  return found === null ? { files: [], titles: [], unloaded: [] } : failedTestsOf(kind, found);
}

const written = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8').catch(() => 'null'));

async function countOf(kind: keyof typeof readers, file: string): Promise<Count> {
  try {
    return readers[kind](JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    // Without a report, the step ended before its first test.
    process.stderr.write(`${file}: ${error instanceof Error ? error.message : error}\n`);
    return { passed: 0, failed: 1 };
  }
}

/** Writes the summary to the log and to a workflow's page, unsteady tests first. */
async function writeSummary(results: readonly Result[]): Promise<void> {
  const unsteady = unsteadyOf(results);
  await mkdir(REPORTS, { recursive: true });
  await writeFile(`${REPORTS}/unsteady.json`, `${JSON.stringify(unsteady, null, 2)}\n`);
  const text = summary(results);
  const page = process.env.GITHUB_STEP_SUMMARY;
  const list = unsteady.map(({ step, title }) => `- ${step}: ${title}\n`).join('');
  if (page)
    await appendFile(page, `${list && `Failed among others, run again alone:\n\n${list}\n`}\`\`\`${text}\`\`\`\n`);
  process.stdout.write(text);
}

await runVerb(async () => {
  const plan = planOf(process.argv[2] ?? '', suite, process.env.E2E_CORE);
  if (!plan) throw new UserError(`Say what to test: ${planNames.join(', ')}.`);
  const { steps, built, asked } = plan;
  // The other steps need no ffmpeg.
  if (steps.some((step) => step.report && !step.outside)) await requireFfmpeg();
  await rm(REPORTS, { recursive: true, force: true });
  if (built) await ensureBuilt();
  const preparation = steps.some(({ images }) => images)
    ? prepareImages((line) => print(`[images] ${line}`), { asked })
    : null;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => (preparation?.stop() ?? Promise.resolve()).finally(() => process.exit(1)));
  }
  const results: Result[] = [];
  try {
    for (const step of steps) results.push(await take(step, { preparation, asked }));
  } finally {
    await preparation?.stop();
  }
  await writeSummary(results);
  if (results.some(({ ok }) => !ok)) process.exitCode = 1;
});

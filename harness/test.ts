import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { ensureBuilt } from './build/ensure.ts';
import { type Preparation, prepareImages } from './containers/prepare.ts';
import { requireFfmpeg } from './launch/ffmpeg.ts';
import { runVerb, UserError } from './launch/userError.ts';
import { planNames, planOf, REPORTS, report, type Step, secondTryOf } from './testing/plans.ts';
import { afterSecondTry, type Count, type Result, readers, resultOf, summary } from './testing/results.ts';

const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

interface Context {
  preparation: Preparation | null;
  asked: boolean;
}

type StandsOn = { environment: Record<string, string> } | { note: string; ok: boolean };

/** What a step needs besides itself; a note when it cannot run. */
async function requirementsOf(step: Step, { preparation, asked }: Context): Promise<StandsOn> {
  if (!step.images || preparation === null) return { environment: {} };
  try {
    const images = await preparation.images();
    if (images.kind === 'built') return { environment: images.environment };
    // Among other steps that is fine; who asked for the images has to know that they were not tested.
    return { note: `not run: ${images.reason}`, ok: !asked };
  } catch (error) {
    return { note: error instanceof Error ? error.message : String(error), ok: false };
  }
}

/** The programs come from node_modules/.bin, which the Makefile and npm put in front of the PATH. */
async function take(step: Step, context: Context): Promise<Result> {
  const { name, report: kind } = step;
  process.stdout.write(`\n--- ${name}\n`);
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  if (step.alone) await context.preparation?.settled;
  const given = await requirementsOf(step, context);
  if ('note' in given) {
    say(given.note);
    const failed = given.ok ? 0 : 1;
    return { name, seconds: seconds(), ok: given.ok, count: { passed: 0, failed }, note: given.note };
  }
  const run = async (command: readonly string[]) => {
    const [program = '', ...args] = command;
    const child = spawn(program, args, {
      stdio: 'inherit',
      env: {
        ...process.env,
        ...given.environment,
        ...step.environment,
        PLAYWRIGHT_JSON_OUTPUT_FILE: path.resolve(report(name)),
      },
    });
    const [code] = await once(child, 'exit');
    return { ok: code === 0, count: kind ? await countOf(kind, report(name)) : { passed: 0, failed: 0 } };
  };
  const first = await run(step.run);
  const again = first.ok ? null : secondTryOf(step, first.count.failed, await written(report(name)));
  if (again === null) return resultOf({ name, seconds: seconds(), ok: first.ok, asked: context.asked }, first.count);
  process.stdout.write(`\n--- ${name}: what failed, once more and alone\n`);
  const second = await run(again);
  const count = afterSecondTry(first.count, second.count);
  return resultOf({ name, seconds: seconds(), ok: second.ok, asked: context.asked }, count);
}

const written = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8').catch(() => 'null'));

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
  const plan = planOf(process.argv[2] ?? '', process.env.E2E_CORE);
  if (!plan) throw new UserError(`Say what to test: ${planNames.join(', ')}.`);
  const { steps, built, asked } = plan;
  // Types, style and what others know need none.
  if (steps.some((step) => step.report && !step.outside)) await requireFfmpeg();
  await rm(REPORTS, { recursive: true, force: true });
  if (built) await ensureBuilt();
  const preparation = steps.some(({ images }) => images)
    ? prepareImages((line) => say(`[images] ${line}`), { asked })
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
  process.stdout.write(summary(results));
  if (results.some(({ ok }) => !ok)) process.exitCode = 1;
});

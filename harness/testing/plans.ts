import { failedFiles, type readers } from './results.ts';

export const REPORTS = 'test-results';

export interface Step {
  name: string;
  /** npm script and what is added to it. */
  run: readonly string[];
  /** Who writes the report that is counted. */
  report?: keyof typeof readers;
  /** Runs our images: is left out, and says so, where no engine runs. */
  images?: true;
  /** Asks somebody outside, who may be away: then it is left out, and says so. */
  outside?: true;
  /** What goes on in the background would be measured with it. */
  alone?: true;
  environment?: Record<string, string>;
}

export const report = (name: string) => `${REPORTS}/${name}.json`;
const vitest = (name: string, ...what: string[]): Step => ({
  name,
  run: ['vitest', 'run', ...what, '--reporter=default', '--reporter=json', `--outputFile.json=${report(name)}`],
  report: 'vitest',
});

const types: Step = { name: 'types', run: ['tsc', '--noEmit'] };
/** Knowledge, sagas and slices run without a page: there is no `document` for them. */
const pure: Step = { name: 'types without a page', run: ['tsc', '--noEmit', '-p', 'src/tsconfig.pure.json'] };
const lint: Step = { name: 'lint', run: ['biome', 'check', '--error-on-warnings', '.'] };
const unused: Step = { name: 'unused', run: ['knip'] };
/** No language lacks a text, has one that nothing shows, or cannot reach one. */
const texts: Step = { name: 'texts', run: ['node', 'harness/texts/main.ts'] };
// A machine with other work is slow, and nothing is wrong with what waits for it.
const unit = vitest('unit', 'src', '--maxWorkers=2', '--testTimeout=20000');
/** The same seed each time, so that what fails is what was changed; others are tried by `soak`. */
const contract: Step = {
  ...vitest('contract', '--config', 'harness/testing/contract.config.ts'),
  alone: true,
  environment: { SEED: process.env.SEED ?? '1' },
};
const soak = vitest('soak', '--config', 'server/faults/soak.config.ts');
/** Changed inputs for every parser that strangers reach, ten seconds each. */
const fuzz = vitest('fuzz', '--config', 'harness/fuzz/fuzz.config.ts');
/** New inputs are looked for by `fuzz` and `soak`. */
const knownFuzz: Step = {
  ...fuzz,
  environment: { SEED: process.env.SEED ?? '1', FUZZ_SECONDS: process.env.FUZZ_SECONDS ?? '2' },
};
const SOAK_MINUTES = Number(process.env.SOAK_MINUTES ?? 10);
const longFuzz: Step = {
  ...vitest('fuzz-soak', '--config', 'harness/fuzz/fuzz.config.ts'),
  environment: { FUZZ_SECONDS: String(SOAK_MINUTES * 60) },
};
const build: Step = { name: 'build', run: ['node', 'harness/build/main.ts'] };
/** Do our packages have known holes? */
const audit: Step = {
  name: 'audit',
  run: ['node', 'harness/supply/audit.ts', report('audit')],
  report: 'audit',
  outside: true,
};
const playwright = (name: string, ...what: string[]): Step => ({
  name,
  run: ['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--output', `${REPORTS}/${name}`, ...what],
  report: 'playwright',
});
/** More than this is no accident of a busy machine. */
const SECOND_TRIES = 3;

/**
 * How the few tests of a step that failed are run once more, one at a time and with nothing beside them: what passes
 * then was short of the machine, and the summary says so. Null: too many failed, or none that is known.
 */
export function secondTryOf({ run, report: kind }: Step, failed: number, written: unknown): readonly string[] | null {
  if (failed === 0 || failed > SECOND_TRIES) return null;
  if (kind === 'playwright') return [...run, '--last-failed', '--workers', '1'];
  return kind === 'vitest' ? [...run, ...failedFiles(written), '--maxWorkers=1'] : null;
}

const journeys: readonly Step[] = [
  playwright('journeys', '--grep-invert', '@timed'),
  // What is said a second after something went wrong: others beside it would be measured with it.
  playwright('timed', '--grep', '@timed', '--workers', '1'),
];

/** The images: boot, hang, stop, replacement. */
const images: Step = { ...vitest('images', '--config', 'harness/containers/containers.config.ts'), images: true };
const inContainers = (...what: string[]): Step => ({
  ...playwright('containers', ...what),
  images: true,
  environment: { E2E_CORE: 'container' },
});
const some = inContainers('--grep', 'first use|restart keeps|came back');

/** What the verbs of the Makefile run. The jobs of the workflow are verbs, and together they are `all`. */
const plans: Record<string, readonly Step[]> = {
  lint: [types, pure, lint, unused, texts],
  fast: [types, pure, lint, texts, unit],
  unit: [unit, contract],
  fuzz: [fuzz],
  journeys,
  containers: [images, some],
  audit: [audit],
  all: [types, pure, lint, unused, texts, audit, unit, contract, knownFuzz, build, ...journeys, images, some],
  soak: [soak, longFuzz],
};

export const planNames = Object.keys(plans);

export interface Plan {
  steps: readonly Step[];
  /** They need the interface in dist/ and do not build it as one of them. */
  built: boolean;
  /**
   * They are about images, or about what others know: somebody wants to know just that. Then an engine is brought, and
   * without one, or without an answer, they have failed.
   */
  asked: boolean;
}

/** `core` is E2E_CORE; null: there is no such plan. */
export function planOf(name: string, core: string | undefined): Plan | null {
  const steps = name === 'journeys' && core === 'container' ? [inContainers()] : plans[name];
  if (!steps) return null;
  return {
    steps,
    built: name === 'journeys',
    asked: steps.some((step) => step.images || step.outside) && name !== 'all',
  };
}

import { existsSync } from 'node:fs';
import path from 'node:path';
import { testFilesNaming } from './nightlyTests.ts';
import type { FailedTests, readers } from './parseTestReports.ts';
import { type JourneyName, quickJourneys } from './quickJourneys.ts';
import { NIGHTLY, SUITE, type Suite, TIMED } from './quickOrWholeSuite.ts';

export const REPORTS = 'test-results';

export interface Step {
  name: string;
  run: readonly string[];
  report?: keyof typeof readers;
  /** Runs images. Skipped with a message if no container engine runs. */
  images?: true;
  /** Queries an external service. Skipped with a message if it does not respond. */
  outside?: true;
  /** A requirement missing on this machine. Skipped with this message. */
  lacks?: string;
  /** Background work would distort its measurements. */
  alone?: true;
  /** A pattern of titles. A second try replaces it by the failed titles. */
  titles?: string;
  environment?: Record<string, string>;
}

export const report = (name: string) => `${REPORTS}/${name}.json`;
const vitest = (name: string, ...args: string[]): Step => ({
  name,
  run: ['vitest', 'run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report(name)}`],
  report: 'vitest',
});

/** vitest rejects a repeated option. */
const ONE_WORKER = '--maxWorkers=1';

const types: Step = { name: 'types', run: ['tsc', '--noEmit'] };
/** Checks that media, sagas and slices do not use `document`. */
const pure: Step = { name: 'types without a page', run: ['tsc', '--noEmit', '-p', 'src/tsconfig.pure.json'] };
const lint: Step = { name: 'lint', run: ['biome', 'check', '--error-on-warnings', '.'] };
const unused: Step = { name: 'unused', run: ['knip'] };
const texts: Step = { name: 'texts', run: ['node', 'harness/tools/texts/main.ts'] };
const commits: Step = { name: 'commits', run: ['node', 'harness/tools/commits/main.ts'] };
const SEED = process.env.SEED ?? '1';
/** A fixed seed, so that a failure comes from a change. vitest.config.ts selects the tests of the suite. */
const UNIT = ['--project', 'pure', '--project', 'page'];
const unit: Step = { ...vitest('unit', ...UNIT), environment: { SEED } };
const contract: Step = { ...vitest('contract', '--project', 'contract'), alone: true, environment: { SEED } };
/** Files without a timed test are not loaded: it takes longer than the tests, and leaves their temporary folders. */
const timedContract: Step = {
  ...vitest('timed contract', '--project', 'contract', ONE_WORKER, ...testFilesNaming(TIMED, ['server', 'harness'])),
  alone: true,
  titles: TIMED,
};
const soak = vitest('soak', '--config', 'harness/test/core/faults/soak.config.ts');
/** Mutated inputs for every parser of untrusted input, ten seconds each. */
const fuzz = vitest('fuzz', '--config', 'harness/test/fuzz/fuzz.config.ts');
/** Fixed seeds for a short time. `fuzz` and `soak` search for new inputs. */
const knownFuzz = (seconds: string): Step => ({
  ...fuzz,
  environment: { SEED, FUZZ_SECONDS: process.env.FUZZ_SECONDS ?? seconds },
});
const SOAK_MINUTES = Number(process.env.SOAK_MINUTES ?? 10);
const longFuzz: Step = {
  ...vitest('fuzz-soak', '--config', 'harness/test/fuzz/fuzz.config.ts'),
  environment: { FUZZ_SECONDS: String(SOAK_MINUTES * 60) },
};
const build: Step = { name: 'build', run: ['node', 'harness/tools/build/main.ts'] };
const audit: Step = {
  name: 'audit',
  run: ['node', 'harness/tools/supply/audit.ts', report('audit')],
  report: 'audit',
  outside: true,
};
const playwright = (name: string, ...args: string[]): Step => ({
  name,
  run: ['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--output', `${REPORTS}/${name}`, ...args],
  report: 'playwright',
});

const pictures = playwright('pictures', '/pictures.spec.ts');

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A pattern of these journeys only, matching file, titles and tags as Playwright joins them. */
export const patternOf = (journeys: readonly JourneyName[]): string =>
  `(?:${journeys.map(([spec, title]) => `${escaped(spec)}[.]spec[.]ts .*${escaped(title)}`).join('|')})(?: @|$)`;

/** Depending on its version, vitest joins titles with a blank or with >. */
const patternOfTitle = (title: string) => escaped(title).replaceAll(' ', ' (?:> )?');

/** More titles do not fit into a command line, so the files are run as a whole. */
const MOST_TITLES = 100;

/** Returns the commands that repeat failed tests one by one; empty if nothing is known about them. */
export function secondTriesOf({ run, report: kind }: Step, failed: FailedTests): (readonly string[])[] {
  if (kind === 'playwright') return failed.titles.length > 0 ? [[...run, '--last-failed', '--workers', '1']] : [];
  if (kind !== 'vitest') return [];
  const { files, titles, unloaded } = failed;
  const shared = run.filter((argument) => argument !== ONE_WORKER);
  const exactly =
    titles.length > MOST_TITLES ? [] : ['-t', `^(?:${titles.map(patternOfTitle).join('|')})$`, '--hideSkippedTests'];
  return [
    ...(files.length > 0 ? [[...shared, ...files, ONE_WORKER, ...exactly]] : []),
    ...(unloaded.length > 0 ? [[...shared, ...unloaded, ONE_WORKER]] : []),
  ];
}

export const firstTryOf = ({ run, titles }: Step): readonly string[] =>
  titles === undefined ? run : [...run, '-t', titles];

const journeys: readonly Step[] = [
  playwright('journeys', '--grep-invert', TIMED),
  // These tests expect messages within a second of a failure, so other work would distort them.
  { ...playwright('timed', '--grep', TIMED, '--workers', '1'), alone: true },
];
const capabilities = playwright('journeys', '--grep', patternOf(quickJourneys), '--grep-invert', `${TIMED}|${NIGHTLY}`);

/** Journeys to run with each real core and each ffmpeg of E2E_FFMPEGS. */
const ON_REAL_CORES = ['everyFfmpeg', 'outputOutage'];
const realCores = (process.env.E2E_CORES ?? '').split(/\s+/).filter((file) => file !== '');
const otherCores: readonly Step[] =
  realCores.length === 0
    ? [
        {
          ...playwright('real cores', ...ON_REAL_CORES),
          lacks: 'set E2E_CORES to the programs of real cores, and E2E_FFMPEGS to those of other ffmpegs',
        },
      ]
    : realCores.map((binary, i) => ({
        ...playwright(`real core ${i + 1}`, ...ON_REAL_CORES),
        environment: { E2E_CORE_BINARY: binary },
      }));

const images: Step = { ...vitest('images', '--config', 'harness/containers/containers.config.ts'), images: true };
const inContainers = (...args: string[]): Step => ({
  ...playwright('containers', ...args),
  images: true,
  environment: { E2E_CORE: 'container' },
});
const firstUse = inContainers('--grep', 'first use|restart keeps|came back');

/** Skipped by default: on a desktop, cloud-init would apply the settings at the next boot. */
const piCard: Step = {
  name: 'pi card',
  run: ['node', 'harness/tools/pi/checkCardFiles.ts'],
  ...(!hasProgram('cloud-init') && { lacks: 'cloud-init checks the card of a Raspberry Pi: install it, or set CI' }),
};

/** A commit to compare with; `1` for uncommitted changes. */
const CHANGED = process.env.CHANGED;
const since = CHANGED === '1' ? 'HEAD' : CHANGED;
/** Fast checks; with CHANGED only for changed files and files that import them. */
const fast: readonly Step[] = since
  ? [
      types,
      {
        name: 'lint',
        run: ['biome', 'check', '--error-on-warnings', '--no-errors-on-unmatched', '--changed', `--since=${since}`],
      },
      texts,
      // Without contract tests, which reach the whole catalog and start cores and streams.
      { ...vitest('changed', ...UNIT, '--changed', since, '--passWithNoTests'), environment: { SEED } },
    ]
  : [types, pure, lint, texts, unit];

const ONLY = process.env.ONLY;
const only = ONLY ? [playwright('journeys', `/${ONLY}.spec.ts`)] : null;

const checks = [types, pure, lint, unused, texts, commits];

/** Whole suites unless TEST_SUITE is `quick`. The jobs of a workflow together are `all` of their suite. */
const plans: Record<string, Record<Suite, readonly Step[]>> = {
  lint: inBothSuites(checks),
  fast: inBothSuites(fast),
  unit: inBothSuites([unit]),
  contract: { quick: [contract], whole: [contract, timedContract] },
  fuzz: { quick: [knownFuzz('0.3')], whole: [fuzz] },
  journeys: { quick: only ?? [capabilities], whole: only ?? journeys },
  cores: inBothSuites(otherCores),
  pictures: inBothSuites([pictures]),
  containers: inBothSuites([images, firstUse]),
  audit: inBothSuites([audit]),
  all: {
    quick: [...checks, unit, contract, knownFuzz('0.3'), build, capabilities],
    whole: [
      ...checks,
      audit,
      unit,
      contract,
      timedContract,
      knownFuzz('2'),
      piCard,
      build,
      ...journeys,
      ...otherCores,
      images,
      firstUse,
    ],
  },
  soak: inBothSuites([soak, longFuzz]),
};

function hasProgram(name: string): boolean {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, name)));
}

function inBothSuites(steps: readonly Step[]): Record<Suite, readonly Step[]> {
  return { quick: steps, whole: steps };
}

export const planNames = Object.keys(plans);

export interface Plan {
  steps: readonly Step[];
  /** Whether they need dist/ without building it. */
  built: boolean;
  /** Whether the plan is about images or external services, so that it fails without an engine or a response. */
  asked: boolean;
}

/** `core` is E2E_CORE. null: no such plan. */
export function planOf(name: string, suite: Suite, core: string | undefined): Plan | null {
  const steps = name === 'journeys' && core === 'container' ? [inContainers()] : plans[name]?.[suite];
  if (!steps) return null;
  return {
    steps: steps.map((step) => ({ ...step, environment: { ...step.environment, [SUITE]: suite } })),
    built: ['journeys', 'cores', 'pictures'].includes(name),
    asked: steps.some((step) => step.images || step.outside || step.lacks) && name !== 'all',
  };
}

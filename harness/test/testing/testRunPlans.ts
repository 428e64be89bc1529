import { existsSync } from 'node:fs';
import path from 'node:path';
import { testFilesNaming } from './nightlyTests.ts';
import type { FailedTests, readers } from './parseTestReports.ts';
import { type JourneyName, quickJourneys } from './quickJourneys.ts';
import { NIGHTLY, SUITE, type Suite, TIMED } from './quickOrWholeSuite.ts';

export const REPORTS = 'test-results';

export interface Step {
  name: string;
  /** npm script and what is added to it. */
  run: readonly string[];
  /** The tool that writes the counted report. */
  report?: keyof typeof readers;
  /** Runs our images: is left out, and says so, where no engine runs. */
  images?: true;
  /** Asks somebody outside, who may be away: then it is left out, and says so. */
  outside?: true;
  /** It wants what this machine does not have: it is left out, and says what to give it. */
  lacks?: string;
  /** Background work would distort its measurements. */
  alone?: true;
  /** Which of its titles it runs. The second try puts those that failed in its place. */
  titles?: string;
  environment?: Record<string, string>;
}

export const report = (name: string) => `${REPORTS}/${name}.json`;
const vitest = (name: string, ...what: string[]): Step => ({
  name,
  run: ['vitest', 'run', ...what, '--reporter=default', '--reporter=json', `--outputFile.json=${report(name)}`],
  report: 'vitest',
});

/** vitest refuses to be told it twice. */
const ONE_WORKER = '--maxWorkers=1';

const types: Step = { name: 'types', run: ['tsc', '--noEmit'] };
/** Knowledge, sagas and slices run without a page: there is no `document` for them. */
const pure: Step = { name: 'types without a page', run: ['tsc', '--noEmit', '-p', 'src/tsconfig.pure.json'] };
const lint: Step = { name: 'lint', run: ['biome', 'check', '--error-on-warnings', '.'] };
const unused: Step = { name: 'unused', run: ['knip'] };
/** No language lacks a text, has one that nothing shows, or cannot reach one. */
const texts: Step = { name: 'texts', run: ['node', 'harness/tools/texts/main.ts'] };
/** Subjects of the commits since the check was made. */
const commits: Step = { name: 'commits', run: ['node', 'harness/tools/commits/main.ts'] };
const SEED = process.env.SEED ?? '1';
/** vitest.config.ts says which of them a suite runs. The same seed each time: what fails is what was changed. */
const UNIT = ['--project', 'pure', '--project', 'page'];
const unit: Step = { ...vitest('unit', ...UNIT), environment: { SEED } };
const contract: Step = { ...vitest('contract', '--project', 'contract'), alone: true, environment: { SEED } };
/**
 * Tests that assert an upper bound of time run alone on the machine. Files without such a test are not loaded: loading
 * takes longer than the tests, and their folders would stay, because nothing cleans up after a file in which no test
 * runs.
 */
const timedContract: Step = {
  ...vitest('timed contract', '--project', 'contract', ONE_WORKER, ...testFilesNaming(TIMED, ['server', 'harness'])),
  alone: true,
  titles: TIMED,
};
const soak = vitest('soak', '--config', 'harness/test/core/faults/soak.config.ts');
/** Changed inputs for every parser that strangers reach, ten seconds each. */
const fuzz = vitest('fuzz', '--config', 'harness/test/fuzz/fuzz.config.ts');
/** Known seeds, for a moment each; new inputs are looked for by `fuzz` and `soak`. */
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
/** Do our packages have known holes? */
const audit: Step = {
  name: 'audit',
  run: ['node', 'harness/tools/supply/audit.ts', report('audit')],
  report: 'audit',
  outside: true,
};
const playwright = (name: string, ...what: string[]): Step => ({
  name,
  run: ['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--output', `${REPORTS}/${name}`, ...what],
  report: 'playwright',
});

/** What a release shows of itself: the journeys of the whole suite have it too. */
const pictures = playwright('pictures', '/pictures.spec.ts');

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A pattern that only these journeys have: of file, titles and marks as playwright joins them. */
export const patternOf = (journeys: readonly JourneyName[]): string =>
  `(?:${journeys.map(([spec, title]) => `${escaped(spec)}[.]spec[.]ts .*${escaped(title)}`).join('|')})(?: @|$)`;

/** Describes and test stand with a blank or with > between them, by the version of vitest. */
const patternOfTitle = (title: string) => escaped(title).replaceAll(' ', ' (?:> )?');

/** More titles than this are no pattern of a command line: their files are run whole. */
const MOST_TITLES = 100;

/** How what failed is run once more, one test at a time and with nothing beside it; empty: nothing of it is known. */
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

/** The command of the first try. */
export const firstTryOf = ({ run, titles }: Step): readonly string[] =>
  titles === undefined ? run : [...run, '-t', titles];

const journeys: readonly Step[] = [
  playwright('journeys', '--grep-invert', TIMED),
  // These tests measure messages within a second of a failure, so other work would distort them.
  { ...playwright('timed', '--grep', TIMED, '--workers', '1'), alone: true },
];
const capabilities = playwright('journeys', '--grep', patternOf(quickJourneys), '--grep-invert', `${TIMED}|${NIGHTLY}`);

/** The journeys of each real core, which run each ffmpeg of E2E_FFMPEGS. */
const ON_REAL_CORES = ['everyFfmpeg', 'outputOutage'];
/** Programs of real cores, separated by blanks. */
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

/** The images: boot, hang, stop, replacement. */
const images: Step = { ...vitest('images', '--config', 'harness/containers/containers.config.ts'), images: true };
const inContainers = (...what: string[]): Step => ({
  ...playwright('containers', ...what),
  images: true,
  environment: { E2E_CORE: 'container' },
});
const some = inContainers('--grep', 'first use|restart keeps|came back');

/** The card of a Raspberry Pi. It is left to who wants it: on a machine of people cloud-init would act at the next start. */
const piCard: Step = {
  name: 'pi card',
  run: ['node', 'harness/tools/pi/checkCardFiles.ts'],
  ...(!hasProgram('cloud-init') && { lacks: 'cloud-init checks the card of a Raspberry Pi: install it, or set CI' }),
};

/** What differs from a commit; `1`: what is not committed. */
const CHANGED = process.env.CHANGED;
const since = CHANGED === '1' ? 'HEAD' : CHANGED;
/** The fast checks, where CHANGED is set of what has changed and of what imports that. */
const fast: readonly Step[] = since
  ? [
      types,
      {
        name: 'lint',
        run: ['biome', 'check', '--error-on-warnings', '--no-errors-on-unmatched', '--changed', `--since=${since}`],
      },
      texts,
      // Without the contract: its tests reach the whole catalog, and start cores and streams.
      { ...vitest('changed', ...UNIT, '--changed', since, '--passWithNoTests'), environment: { SEED } },
    ]
  : [types, pure, lint, texts, unit];

/** The journeys of one spec, such as `session`. */
const ONLY = process.env.ONLY;
const asked = ONLY ? [playwright('journeys', `/${ONLY}.spec.ts`)] : null;

const checks = [types, pure, lint, unused, texts, commits];

/**
 * The verbs of the Makefile and their steps, each whole unless TEST_SUITE says `quick`. The jobs of a workflow are
 * verbs: together they are `all` of their suite.
 */
const plans: Record<string, Record<Suite, readonly Step[]>> = {
  lint: both(checks),
  fast: both(fast),
  unit: both([unit]),
  contract: { quick: [contract], whole: [contract, timedContract] },
  fuzz: { quick: [knownFuzz('0.3')], whole: [fuzz] },
  journeys: { quick: asked ?? [capabilities], whole: asked ?? journeys },
  cores: both(otherCores),
  pictures: both([pictures]),
  containers: both([images, some]),
  audit: both([audit]),
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
      some,
    ],
  },
  soak: both([soak, longFuzz]),
};

function hasProgram(name: string): boolean {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, name)));
}

function both(steps: readonly Step[]): Record<Suite, readonly Step[]> {
  return { quick: steps, whole: steps };
}

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
export function planOf(name: string, suite: Suite, core: string | undefined): Plan | null {
  const steps = name === 'journeys' && core === 'container' ? [inContainers()] : plans[name]?.[suite];
  if (!steps) return null;
  return {
    steps: steps.map((step) => ({ ...step, environment: { ...step.environment, [SUITE]: suite } })),
    built: ['journeys', 'cores', 'pictures'].includes(name),
    asked: steps.some((step) => step.images || step.outside || step.lacks) && name !== 'all',
  };
}

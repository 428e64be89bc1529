/** npm run bundle -- export|check|import FILE [options]; see docs/automation.md. A folder is a declared installation. */
import { existsSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { applyDeclaration, readDeclaredPlan } from '../../../src/features/setup/bundle/applyDeclaration.ts';
import { HeadlessError } from '../../../src/headless/error.ts';
import {
  awaitPages,
  exportInstallation,
  importInstallation,
  planInstallation,
} from '../../../src/headless/moveInstallation.ts';
import { readDeclaration } from '../../../src/headless/readDeclaration.ts';
import { openHeadless } from '../../../src/headless.ts';
import { type Bundle, BundleError, bundleFaultText } from '../../../src/media/bundle/bundle.ts';
import { SHORTEST_PASSPHRASE } from '../../../src/media/bundle/bundleCipher.ts';
import { DEFAULT_CHOICES, type ImportChoices } from '../../../src/media/bundle/importPlan.ts';
import { readBundle } from '../../../src/media/bundle/readBundle.ts';
import { runVerb, UserError } from '../launch/userError.ts';
import { counted, describeDeclared, describeFailure, describePlan, describeStep, fillText } from './describePlan.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

const USAGE = `Usage:
  npm run bundle -- export FILE [--channel ID] [--secrets]
  npm run bundle -- check|import FILE|FOLDER [--channel ID|ID=new|ID=skip] [--remove] [--stopped] [--servers]
SLUICE_ADDRESS, SLUICE_USERNAME, SLUICE_PASSWORD_FILE and SLUICE_PASSPHRASE_FILE say where and who: docs/automation.md`;

const readArguments = () =>
  parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      /** export: an id. check, import: an id, or `id=new` or `id=skip`. */
      channel: { type: 'string', multiple: true, default: [] },
      secrets: { type: 'boolean', default: false },
      remove: { type: 'boolean', default: false },
      stopped: { type: 'boolean', default: false },
      servers: { type: 'boolean', default: false },
    },
  });

/** An unknown option is a mistake of the operator, which needs no stack. */
function argumentsOrUsage() {
  try {
    return readArguments();
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('. ');
    process.stderr.write(`${reason}\n${USAGE}\n`);
    return process.exit(1);
  }
}

const { values: options, positionals } = argumentsOrUsage();

const ASSETS = new URL('../../../dist/viewer', import.meta.url).pathname;

const PASSWORD = ['SLUICE_PASSWORD', 'SLUICE_PASSWORD_FILE'] as const;
const PASSPHRASE = ['SLUICE_PASSPHRASE', 'SLUICE_PASSPHRASE_FILE'] as const;

/** From a variable, or the file that another one names. Arguments would be visible to every user of the machine. */
async function secretOf([name, fileName]: readonly [name: string, fileName: string]): Promise<string | null> {
  const file = process.env[fileName] ?? '';
  if (file === '') return process.env[name] || null;
  if (!existsSync(file)) throw new UserError(`${fileName} names ${file}, which does not exist.`);
  return (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
}

async function withCore<T>(work: (headless: ReturnType<typeof openHeadless>) => Promise<T>): Promise<T> {
  const headless = openHeadless({
    address: process.env.SLUICE_ADDRESS || 'http://localhost:8080',
    ...(existsSync(ASSETS) ? { assets: ASSETS } : {}),
  });
  try {
    const name = process.env.SLUICE_USERNAME ?? '';
    if (name !== '') await headless.logIn({ name, password: (await secretOf(PASSWORD)) ?? '' });
    return await work(headless);
  } finally {
    headless.stop();
  }
}

async function exportTo(file: string) {
  const passphrase = options.secrets ? await secretOf(PASSPHRASE) : null;
  if (options.secrets && (passphrase ?? '').length < SHORTEST_PASSPHRASE)
    throw new UserError(`SLUICE_PASSPHRASE_FILE needs at least ${SHORTEST_PASSPHRASE} characters.`);
  const { channel: channels } = options;
  const selection =
    channels.length > 0 ? ({ kind: 'channels', channels } as const) : ({ kind: 'installation' } as const);
  const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));
  const { content, format } = await withCore(({ perform }) =>
    exportInstallation(perform, selection, passphrase === null ? null : { passphrase, random }),
  );
  await writeFile(file, new Uint8Array(await content.arrayBuffer()), { mode: 0o600 });
  print(`${file}: ${content.size} bytes, ${format}${passphrase === null ? ', without secrets' : ''}`);
}

async function bundleIn(file: string): Promise<Bundle> {
  if (!existsSync(file)) throw new UserError(`There is no file ${file}.`);
  const reading = await readBundle(new Uint8Array(await readFile(file)), await secretOf(PASSPHRASE));
  if (reading.status === 'refused') throw new BundleError(reading.fault);
  if (reading.bundle.secrets.status === 'locked')
    print('The secrets in the file stay locked: SLUICE_PASSPHRASE_FILE is not set.');
  return reading.bundle;
}

/** With `--channel`, all channels that are not named are skipped, unless each one has a choice. */
function choicesFor({ processes }: Bundle): ImportChoices {
  const chosen = new Map(
    options.channel.map((text): [string, 'replace' | 'new' | 'skip'] => {
      const [id = '', choice = 'replace'] = text.split('=');
      if (choice !== 'replace' && choice !== 'new' && choice !== 'skip')
        throw new UserError(`--channel ${text}: the choice is new, skip or replace.`);
      return [id, choice];
    }),
  );
  const onlyNamed = [...chosen.values()].some((choice) => choice !== 'skip');
  const channels = new Set(processes.map(({ reference }) => reference));
  const unknown = [...chosen.keys()].find((id) => !channels.has(id));
  if (unknown !== undefined) throw new UserError(`--channel ${unknown}: the file has no such channel.`);
  return {
    ...DEFAULT_CHOICES,
    channels: Object.fromEntries(
      [...channels].map((id) => [id, chosen.get(id) ?? (onlyNamed ? ('skip' as const) : ('replace' as const))]),
    ),
    installation: !onlyNamed,
    removes: options.remove,
    publications: options.stopped ? 'stopped' : 'file',
    servers: options.servers,
  };
}

/** Exit code 2 tells a difference from a failure. */
const DIFFERS = 2;

/** Without the files for them, they would never be written. */
async function sayPages(perform: Parameters<typeof awaitPages>[0]) {
  if (existsSync(ASSETS) && (await awaitPages(perform))) return;
  print('The pages for viewers are not written. Open the interface, or run "npm run build" and import again.');
}

const isFolder = (place: string) => existsSync(place) && statSync(place).isDirectory();

async function declaredIn(folder: string): Promise<Bundle> {
  const reading = await readDeclaration(folder, process.env.SLUICE_PASSPHRASE_FILE || null);
  if (reading.status === 'readable') return reading.bundle;
  throw new UserError(`${reading.fault.place}: ${fillText(reading.fault.text, reading.fault.values)}`);
}

/** What the next start would do. */
async function checkDeclared(folder: string) {
  const bundle = await declaredIn(folder);
  const { declared } = await withCore(({ perform }) => perform(() => readDeclaredPlan(bundle)));
  for (const line of describeDeclared(declared)) print(line);
  if (declared.plan.steps.length + declared.differences.length > 0) process.exitCode = DIFFERS;
}

async function applyNow(folder: string) {
  const bundle = await declaredIn(folder);
  await withCore(async ({ perform }) => {
    const { done, failure } = await perform(() =>
      applyDeclaration(
        bundle,
        (declared) => describeDeclared(declared).forEach(print),
        ({ done, of, step }) => step && print(`${done + 1}/${of} ${describeStep(step)}`),
      ),
    );
    if (failure) throw new UserError(`Stopped at ${describeFailure(failure)}`);
    if (done.length > 0) await sayPages(perform);
  });
}

async function check(file: string) {
  if (isFolder(file)) return await checkDeclared(file);
  const bundle = await bundleIn(file);
  const plan = await withCore(({ perform }) => planInstallation(perform, bundle, choicesFor(bundle)));
  for (const line of describePlan(plan)) print(line);
  if (plan.steps.length > 0) process.exitCode = DIFFERS;
}

async function importFrom(file: string) {
  if (isFolder(file)) return await applyNow(file);
  const bundle = await bundleIn(file);
  await withCore(async ({ perform }) => {
    const plan = await planInstallation(perform, bundle, choicesFor(bundle));
    for (const line of describePlan(plan)) print(line);
    const { done, failure } = await importInstallation(perform, plan, ({ done, of, step }) => {
      if (step) print(`${done + 1}/${of} ${describeStep(step)}`);
    });
    if (failure)
      throw new UserError(
        `Stopped after ${done.length} of ${counted(plan.steps.length, 'step')}, at ${describeFailure(failure)}`,
      );
    await sayPages(perform);
    print(`Imported: ${counted(done.length, 'step')}`);
  });
}

const VERBS = new Map([
  ['export', exportTo],
  ['check', check],
  ['import', importFrom],
]);

await runVerb(async () => {
  if (options.help) {
    print(USAGE);
    return;
  }
  const [verb = '', file, ...more] = positionals;
  const run = VERBS.get(verb);
  if (!run || file === undefined || more.length > 0) throw new UserError(USAGE);
  try {
    await run(file);
  } catch (error) {
    if (error instanceof HeadlessError) throw new UserError(error.message);
    if (!(error instanceof BundleError)) throw error;
    const { text, values } = bundleFaultText(error.fault);
    throw new UserError(`${file}: ${fillText(text, values)}`);
  }
});

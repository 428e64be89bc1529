import { setTimeout as sleep } from 'node:timers/promises';
import { createCoreLogin } from '../../../agent/coreLogin.ts';
import type { Core } from '../../../src/api/client.ts';
import { applyDeclaration, noteDeclarationFault } from '../../../src/features/setup/bundle/applyDeclaration.ts';
import { inEnglish } from '../../../src/headless/inEnglish.ts';
import { awaitPages } from '../../../src/headless/moveInstallation.ts';
import { type DeclarationReading, readDeclaration } from '../../../src/headless/readDeclaration.ts';
import { type Headless, openHeadless } from '../../../src/headless.ts';
import type { DeclaredPlan } from '../../../src/media/declaration/planDeclaration.ts';
import { counted, describeDeclared, describeFailure, describeStep } from './describePlan.ts';

interface DeclaredStart {
  /** A folder with bundles, or one of them. */
  place: string;
  passphraseFile: string | null;
  /** May not respond yet. */
  core: Core;
  /** Reads on each call. Null: the core needs no login. Throws an error with a one-line message. */
  credentials: () => { username: string; password: string } | null;
  /** The folder dist/viewer; without it, no pages for viewers are written. */
  assets: string | null;
  print: (line: string) => void;
  /** Ends the wait for the core, by a rejection. */
  leave: AbortSignal;
  /** Time between two attempts to log in. */
  retryMs?: number;
}

const RETRY_MS = 5_000;

/**
 * Applies a declared installation to a core, as soon as the core responds and has an account. What is wrong is
 * printed, and stored on the core for its interface. Rejects only when it has to leave.
 */
export async function applyDeclared(start: DeclaredStart): Promise<void> {
  const { place, passphraseFile, print, leave, retryMs = RETRY_MS } = start;
  const reading = await readDeclaration(place, passphraseFile);
  if (reading.status === 'refused') print(`not applied: ${reading.fault.place}: ${faultText(reading.fault)}`);
  let printed = '';
  for (;;) {
    const reason = await attempt(start, reading);
    if (reason === null) return;
    if (reason !== printed) print(`waiting: ${reason}`);
    printed = reason;
    await sleep(retryMs, undefined, { signal: leave });
  }
}

const faultText = ({ text, values }: { text: string; values: readonly string[] }) => inEnglish(text, values);

/** Resolves with why it has to be repeated, or null. */
async function attempt(
  { core, credentials, assets, print }: DeclaredStart,
  reading: DeclarationReading,
): Promise<string | null> {
  const obstacle = await createCoreLogin(core, credentials, () => 0)();
  if (obstacle !== null) return obstacle;
  const headless = openHeadless({ core, ...(assets === null ? {} : { assets }) });
  try {
    await headless.enter();
  } catch (error) {
    headless.stop();
    return messageOf(error);
  }
  try {
    if (reading.status === 'refused') await headless.perform(() => noteDeclarationFault(reading.fault));
    else await apply(headless, reading.bundle, print, assets !== null);
    return null;
  } catch (error) {
    // Killed meanwhile: it continues when the core is back.
    const isGone = await core.about().then(
      () => false,
      () => true,
    );
    if (isGone) return messageOf(error);
    print(`not applied: ${messageOf(error)}`);
    return null;
  } finally {
    headless.stop();
  }
}

async function apply(
  { perform }: Headless,
  bundle: Parameters<typeof applyDeclaration>[0],
  print: DeclaredStart['print'],
  writesPages: boolean,
): Promise<void> {
  const planned = (declared: DeclaredPlan) => {
    for (const line of describeDeclared(declared)) print(line);
  };
  const { done, failure } = await perform(() =>
    applyDeclaration(bundle, planned, ({ done, of, step }) => {
      if (step) print(`${done + 1}/${of} ${describeStep(step)}`);
    }),
  );
  if (failure) print(`stopped at ${describeFailure(failure)}`);
  if (done.length > 0) print(`applied ${counted(done.length, 'change')}`);
  const areWritten = done.length === 0 || (writesPages && (await awaitPages(perform)));
  if (!areWritten) print('the pages for viewers are not written: the next login to the interface writes them');
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

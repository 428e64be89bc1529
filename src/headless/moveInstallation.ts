import { call, delay } from 'typed-redux-saga';
import { host } from '../features/gate/host/host.ts';
import { applyPlan, type ImportProgress, type ImportResult } from '../features/setup/bundle/applyPlan.ts';
import { readCoreFacts, secretsOfPublication } from '../features/setup/bundle/readCoreFacts.ts';
import { readInstallation } from '../features/setup/bundle/readInstallation.ts';
import { forgetAnswers } from '../features/shared/saving/forgetAnswers.ts';
import { restsIn } from '../features/shared/saving/saveJournal.ts';
import type { Bundle, BundleSelection } from '../media/bundle/bundle.ts';
import { bundleOf } from '../media/bundle/bundleOf.ts';
import type { ImportChoices, ImportPlan } from '../media/bundle/importPlan.ts';
import { planImport } from '../media/bundle/planImport.ts';
import { type BundleOutput, type BundleSeal, writeBundle } from '../media/bundle/writeBundle.ts';

type Perform = <T>(saga: () => Generator<unknown, T>) => Promise<T>;

/** Resolves with the file. @param seal null leaves all secrets out. Rejects with a BundleError, or as `enter` does. */
export async function exportInstallation(
  perform: Perform,
  selection: BundleSelection,
  seal: BundleSeal | null,
): Promise<BundleOutput> {
  const installation = await perform(() => readInstallation());
  const secrets = seal ? 'included' : 'omitted';
  return writeBundle(await bundleOf(installation, selection, { secrets, secretsOf: secretsOfPublication }), seal);
}

/** Resolves with what an import would do now. Writes nothing. */
export const planInstallation = (perform: Perform, bundle: Bundle, choices: ImportChoices): Promise<ImportPlan> =>
  perform(function* () {
    const facts = yield* call(readCoreFacts);
    return planImport(bundle, yield* call(readInstallation, bundle.files), facts, choices);
  });

/** Resolves with what was done, and with the failure that ended it. */
export const importInstallation = (
  perform: Perform,
  plan: ImportPlan,
  progressed: (progress: ImportProgress) => void,
): Promise<ImportResult> => perform(() => applyPlan(plan, progressed));

const LOOK_MS = 500;
const LOOKS = 240;

/** Resolves with whether the pages for viewers are written, which goes on behind an import. */
export const awaitPages = (perform: Perform): Promise<boolean> =>
  perform(function* () {
    const core = yield* host('core');
    for (let look = 0; look < LOOKS; look += 1) {
      yield* forgetAnswers();
      if (restsIn(yield* call(core.metadataAll)).length === 0) return true;
      yield* delay(LOOK_MS);
    }
    return false;
  });

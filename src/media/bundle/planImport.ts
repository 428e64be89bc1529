import type { Bundle } from './bundle.ts';
import type { CoreFacts, ImportChoices, ImportPlan } from './importPlan.ts';
import type { Installation } from './installation.ts';

/** Compares a bundle with what a core stores. Without a difference, there are no steps. Nothing is written. */
export function planImport(
  bundle: Bundle,
  installation: Installation,
  facts: CoreFacts,
  choices: ImportChoices,
): ImportPlan {
  throw new Error(`not built: ${bundle.selection} ${installation.files.length} ${facts.freeDisk} ${choices.removes}`);
}

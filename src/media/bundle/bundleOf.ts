import type { Bundle, BundleSelection } from './bundle.ts';
import type { InstalledProcess, Installation } from './installation.ts';

export interface BundleOptions {
  /** `included`: they are in the bundle in memory, and encrypted when it is written. */
  readonly secrets: 'omitted' | 'included';
  /** Secrets of a process that only its form knows (`Service.secrets`). */
  readonly secretsOf: (process: InstalledProcess) => readonly string[];
}

/**
 * Resolves with the selected part of an installation, sorted, with placeholders for secrets. Reads each file once for
 * its hash. Rejects with the error of a file that cannot be read.
 */
export async function bundleOf(
  installation: Installation,
  selection: BundleSelection,
  options: BundleOptions,
): Promise<Bundle> {
  throw new Error(`not built: ${installation.processes.length} ${selection.kind} ${options.secrets}`);
}

import type { SagaGenerator } from 'typed-redux-saga';
import type { ImportPlan, ImportStep } from '../../../media/bundle/importPlan.ts';

export interface ImportProgress {
  /** Number of completed steps. */
  readonly done: number;
  readonly of: number;
  /** The step in progress; null at the end. */
  readonly step: ImportStep | null;
}

/** Whatever was written, so that it can be taken back. */
export interface ImportResult {
  /** In the order of execution. */
  readonly done: readonly ImportStep[];
  /** Null if all steps are done. Steps behind a failure are not executed. `reason` is masked. */
  readonly failure: { readonly step: ImportStep; readonly reason: string } | null;
}

/**
 * Executes a plan, one write at a time, each of them undone if it fails. An interruption leaves each process as before
 * or as wanted, and a note on the core from which the next session reports it. Never throws; reports by its result.
 */
export function* applyPlan(
  plan: ImportPlan,
  progressed: (progress: ImportProgress) => void,
): SagaGenerator<ImportResult> {
  progressed({ done: 0, of: plan.steps.length, step: null });
  throw new Error('not built');
}

export type UndoneImport =
  | { readonly status: 'undone' }
  /** Ids of what others have changed since, so that nothing was taken back. */
  | { readonly status: 'changed-since'; readonly ids: readonly string[] }
  | { readonly status: 'failed'; readonly reason: string };

/** Takes back all steps, or none if anything that they wrote was changed since. Never throws. */
export function* undoImport(result: ImportResult): SagaGenerator<UndoneImport> {
  throw new Error(`not built: ${result.done.length}`);
}

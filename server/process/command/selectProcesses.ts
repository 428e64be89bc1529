import { compileGlob } from '../../storage/glob.ts';
import type { Process } from '../process.ts';

/** A process in the list. Times in unix seconds. */
export interface ProcessEntry {
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly process: Process;
}

/** A null criterion does not filter. If `reference` is given, `ids` is ignored. */
export interface ProcessQuery {
  readonly ids: readonly string[] | null;
  readonly reference: string | null;
  readonly idPattern: string | null;
  readonly refPattern: string | null;
}

/** A broken pattern selects nothing. */
export function selectProcesses(
  entries: readonly ProcessEntry[],
  { ids, reference, idPattern, refPattern }: ProcessQuery,
): ProcessEntry[] {
  const idMatcher = matcherOf(idPattern);
  const refMatcher = matcherOf(refPattern);
  if (idMatcher === null || refMatcher === null) return [];
  return entries.filter(
    ({ process: { config } }) =>
      (reference === null ? ids === null || ids.includes(config.id) : config.reference === reference) &&
      idMatcher.test(config.id) &&
      refMatcher.test(config.reference),
  );
}

// In ids and references a slash is a sign like any other.
const matcherOf = (glob: string | null) => (glob === null ? /^/ : compileGlob(glob.replace(/\*+/g, '**')));

import { CoreError } from '../../../api/error.ts';

/** Answers null where the core does not tell it. */
export function* nullOnCoreError<Effect, T>(work: () => Generator<Effect, T>) {
  try {
    return yield* work();
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return null;
  }
}

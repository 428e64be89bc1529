import { CoreError } from '../../../api/error.ts';

export function* nullOnCoreError<Effect, T>(work: () => Generator<Effect, T>) {
  try {
    return yield* work();
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return null;
  }
}

import type { createStore } from './store.ts';

/** Runs a saga as the features do. Rejects with its error, or if it is cancelled. For programs and tests. */
export const performSaga = <Result>(
  { runSaga }: Pick<ReturnType<typeof createStore>, 'runSaga'>,
  saga: () => Generator<unknown, Result>,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    runSaga(function* () {
      try {
        resolve(yield* saga());
      } catch (error) {
        reject(error);
      } finally {
        reject(new Error('The saga was cancelled'));
      }
    });
  });

export type LookTurn = <T>(run: () => Promise<T>) => Promise<T>;

/** Runs one look after another, whoever asks for them. */
export function createLookTurn(): LookTurn {
  let last: Promise<unknown> = Promise.resolve();
  return async (run) => {
    const done = last.then(run);
    last = done.catch(() => undefined);
    return await done;
  };
}

import { CoreError, NOT_AS_EXPECTED, NOT_LOADED } from '../../api/error.ts';

/** Milliseconds between the tries: the core that serves the interface may be restarting. */
const PAUSES_MS = [500, 1000, 2000, 4000, 8000, 8000, 8000];

export const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * Loads a part of the interface, again and again for half a minute. Throws a CoreError after that, as it is the core that
 * serves it: what asks on after a refusal of the core also asks on after this one.
 */
export async function retryImport<T>(load: () => Promise<T>): Promise<T> {
  for (const ms of PAUSES_MS) {
    try {
      return await load();
    } catch {
      await pause(ms);
    }
  }
  return load().catch(() => {
    throw new CoreError(NOT_AS_EXPECTED, NOT_LOADED);
  });
}

import { CoreError, NOT_AS_EXPECTED, NOT_LOADED } from '../../api/error.ts';

/** The core that serves the chunks may be restarting. */
const PAUSES_MS = [500, 1000, 2000, 4000, 8000, 8000, 8000];

export const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/** Throws a CoreError in the end, because the core serves the chunks and callers handle it alike. */
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

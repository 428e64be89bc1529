import { CoreError, NETWORK_FAILURE } from './error.ts';

/** How long a GET answer counts as fresh (specification 9). */
const FRESH_MS = 950;

/** `/v3/process/x/state` and `/v3/process?id=x` belong to `process`: a write to one makes both stale. */
const resourceOf = (path: string) => path.split(/[/?]/)[2] ?? '';

/** Answers of GET calls, also those under way, so that two asking at a time ask the core once. */
export function createCache(now: () => number, freshMs = FRESH_MS) {
  const kept = new Map<string, { until: number; answer: Promise<unknown> }>();
  return {
    get(path: string, ask: () => Promise<unknown>): Promise<unknown> {
      for (const [key, { until }] of kept) if (until <= now()) kept.delete(key);
      const hit = kept.get(path);
      if (hit) return hit.answer;
      // Under way it is shared without a limit; from its arrival on it is fresh for `freshMs`.
      const entry = { until: Number.POSITIVE_INFINITY, answer: ask() };
      kept.set(path, entry);
      entry.answer.then(
        () => {
          entry.until = now() + freshMs;
        },
        () => {
          if (kept.get(path) === entry) kept.delete(path);
        },
      );
      return entry.answer;
    },
    forget(path: string) {
      const resource = resourceOf(path);
      for (const key of kept.keys()) if (resourceOf(key) === resource) kept.delete(key);
    },
    clear: () => kept.clear(),
  };
}

/** The answer, unless the asker gives up first; the answer itself goes on for others. */
export function abortable<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const give = () => reject(new CoreError(NETWORK_FAILURE, 'The request was given up'));
    if (signal.aborted) give();
    signal.addEventListener('abort', give, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', give));
  });
}

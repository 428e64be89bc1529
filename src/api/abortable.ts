import { CoreError, NETWORK_FAILURE } from './error.ts';

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

import { readAtMost } from './readAtMost.ts';

const PATIENCE_MS = 5_000;
/** More than an edge with a thousand channels sends. Another server there may send anything. */
const MOST_BYTES = 200_000;

export async function edgeStatus(address: string): Promise<unknown> {
  const options = {
    ...({ cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'error' } as const),
    signal: AbortSignal.timeout(PATIENCE_MS),
  };
  const response = await fetch(address, options);
  const text = await readAtMost(response, response.ok ? MOST_BYTES : 0);
  return JSON.parse(text);
}

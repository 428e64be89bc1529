import { readAtMost } from './readAtMost.ts';

const PATIENCE_MS = 5_000;
/** An edge with a thousand channels says less; what stands in its place may say anything. */
const MOST_BYTES = 200_000;

/** What an edge tells of itself, which is for everybody. Rejects when it tells nothing. */
export async function edgeStatus(address: string): Promise<unknown> {
  const options = {
    ...({ cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'error' } as const),
    signal: AbortSignal.timeout(PATIENCE_MS),
  };
  const response = await fetch(address, options);
  const text = await readAtMost(response, response.ok ? MOST_BYTES : 0);
  return JSON.parse(text);
}

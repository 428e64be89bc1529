import * as z from 'zod/mini';
import { readAtMost } from '../src/api/readAtMost.ts';
import type { Verdict } from './tokenCheck.ts';

const WITHIN_MS = 5000;
const MAX_BYTES = 64 * 1024;
/** `GET /api` returns the core's id only for a valid token. */
const About = z.object({ id: z.string().check(z.minLength(1)) });

/** Never rejects. @param core address without a trailing slash */
export async function askCore(core: string, token: string, send: typeof fetch = fetch): Promise<Verdict> {
  try {
    const headers = { Authorization: `Bearer ${token}` };
    const signal = AbortSignal.timeout(WITHIN_MS);
    const response = await send(`${core}/api`, { headers, signal, redirect: 'error' });
    const text = await readAtMost(response, MAX_BYTES);
    if (response.status === 401 || response.status === 403) return 'bad';
    if (!response.ok) return 'unknown';
    const answer: unknown = JSON.parse(text);
    if (About.safeParse(answer).success) return 'good';
    return typeof answer === 'object' && answer !== null && 'app' in answer ? 'bad' : 'unknown';
  } catch {
    return 'unknown';
  }
}

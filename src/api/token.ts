import * as z from 'zod/mini';

const Claims = z.object({ exi: z.number() });

/** Seconds that an access token lives, from its claim `exi`; null when it is no JWT or does not say. */
export function lifetimeOf(token: string): number | null {
  const [, payload] = token.split('.');
  if (payload === undefined) return null;
  try {
    const text = atob(payload.replace(/-/g, '+').replace(/_/g, '/'));
    return Claims.parse(JSON.parse(text)).exi;
  } catch {
    return null; // not a JWT of ours: then nothing is scheduled, and a 401 refreshes
  }
}

/** Servers refuse headers of 16 kB; real tokens have some hundred letters. */
const LONGEST = 8192;

/** Whether a text has the form of a login token: anything else breaks the header that it would be sent in. */
export const isToken = (text: string): boolean => text.length <= LONGEST && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text);

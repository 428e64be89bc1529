import * as z from 'zod/mini';

const Claims = z.object({ exi: z.number() });

/** Returns the lifetime in seconds from the claim `exi`, or null if it is absent or the text is no JWT. */
export function lifetimeOf(token: string): number | null {
  const [, payload] = token.split('.');
  if (payload === undefined) return null;
  try {
    const text = atob(payload.replace(/-/g, '+').replace(/_/g, '/'));
    return Claims.parse(JSON.parse(text)).exi;
  } catch {
    return null; // no renewal is scheduled; a 401 triggers one
  }
}

/** Servers reject headers above 16 kB; real tokens have a few hundred characters. */
const LONGEST = 8192;

/** Whether a text has the form of a login token and is safe in a header. */
export const isToken = (text: string): boolean => text.length <= LONGEST && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text);

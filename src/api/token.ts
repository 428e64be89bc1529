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

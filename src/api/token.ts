import * as z from 'zod/mini';

const Claims = z.object({ exi: z.catch(z.nullable(z.number()), null), sub: z.catch(z.string(), '') });

/** Returns null if the text is no JWT. */
function claimsOf(token: string) {
  const [, payload] = token.split('.');
  if (payload === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (byte) => byte.charCodeAt(0));
    return Claims.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}

/** Returns the lifetime in seconds from the claim `exi`. Without it, no renewal is scheduled; a 401 triggers one. */
export const lifetimeOf = (token: string): number | null => claimsOf(token)?.exi ?? null;

/** Returns the login from the claim `sub`, or ''. */
export const subjectOf = (token: string): string => claimsOf(token)?.sub ?? '';

/** Servers reject headers above 16 kB; real tokens have a few hundred characters. */
const LONGEST = 8192;

/** Whether a text has the form of a login token and is safe in a header. */
export const isToken = (text: string): boolean => text.length <= LONGEST && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text);

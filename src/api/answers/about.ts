import * as z from 'zod/mini';
import { isToken } from '../token.ts';
import { figure, list, text, words } from './fieldSchemas.ts';

/**
 * Responds with 200 even without a valid token, then with app, auths and major version only: an id proves the login.
 */
export const About = z.object({
  app: z.string(),
  /** An empty list means a core without a login, so missing or unreadable values must not become one. */
  auths: z.pipe(
    z._default(z.nullable(z.array(z.unknown())), ['localjwt']),
    z.transform((ways) => (ways ?? []).map(String)),
  ),
  id: text(),
  name: text(),
  created_at: text(),
  uptime_seconds: figure(),
  version: z.object({ number: z._default(words, '0.0.0'), arch: text() }),
  extensions: list(words),
  restored_files: z.optional(z.unknown()),
  addresses: z.optional(z.unknown()),
  clock_jump: z.optional(z.unknown()),
});
export type About = z.infer<typeof About>;

const Token = z.pipe(
  z.string(),
  z.transform((text, { issues }) => {
    if (!isToken(text)) issues.push({ code: 'custom', message: 'a token that cannot be used', input: '' });
    return text;
  }),
);
export const Tokens = z.object({ access_token: Token, refresh_token: Token });
export const AccessToken = z.object({ access_token: Token });

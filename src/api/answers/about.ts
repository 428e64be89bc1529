import * as z from 'zod/mini';
import { isToken } from '../token.ts';
import { figure, list, text, words } from './fieldSchemas.ts';

/**
 * `GET /api` answers 200 in every state of authentication: all fields, or without a valid token only app, auths and
 * the major version. So an id is the proof of being logged in.
 */
export const About = z.object({
  app: z.string(),
  /** None at all opens the core to everybody, so nothing that is missing or cannot be read may count as none. */
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
  /** See `restoredFilesOf`. */
  restored_files: z.optional(z.unknown()),
  /** See `lanAddressesOf`. */
  addresses: z.optional(z.unknown()),
  /** See `clockJumpOf`. */
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

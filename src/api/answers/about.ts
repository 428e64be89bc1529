import * as z from 'zod/mini';
import { figure, text, words } from './fields.ts';

/**
 * `GET /api` answers 200 in every state of authentication: all fields, or without a valid token only app, auths and
 * the major version. So an id is the proof of being logged in.
 */
export const About = z.object({
  app: z.string(),
  /** None at all opens the core to everybody, so nothing that cannot be read may count as none. */
  auths: z.pipe(
    z.nullable(z.array(z.unknown())),
    z.transform((ways) => (ways ?? []).map(String)),
  ),
  name: text(),
  id: text(),
  created_at: text(),
  uptime_seconds: figure(),
  version: z.object({ number: z._default(words, '0.0.0'), arch: text() }),
});
export type About = z.infer<typeof About>;

export const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
export const AccessToken = z.object({ access_token: z.string() });

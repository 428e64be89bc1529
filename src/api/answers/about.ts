import * as z from 'zod';
import { list } from './list.ts';

/**
 * `GET /api` answers 200 in every state of authentication: all fields, or without a valid token only app, auths and
 * the major version. So an id is the proof of being logged in.
 */
export const About = z.object({
  app: z.string(),
  auths: list(z.string()),
  name: z.string().default(''),
  id: z.string().default(''),
  created_at: z.string().default(''),
  uptime_seconds: z.number().default(0),
  version: z.object({ number: z.string().default('0.0.0'), arch: z.string().default('') }),
});
export type About = z.infer<typeof About>;

export const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
export const AccessToken = z.object({ access_token: z.string() });

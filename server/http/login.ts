import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { ApiError } from '../apiError.ts';
import { equalSecrets } from '../equalSecrets.ts';
import { limit } from '../limits.ts';
import type { Config, Routes } from '../types.ts';
import { type Authorization, unauthorized } from './access.ts';
import { readJson } from './json.ts';
import { bearerToken, type Tokens } from './tokens.ts';

interface LoginDeps {
  readonly config: Config;
  readonly tokens: Tokens;
  readonly authorization: Authorization;
  /** How long a failed login waits for its answer. Others are not held up meanwhile. */
  readonly failureDelayMs: number;
}

// Anybody may send one, so it must not cost memory.
const MOST_BYTES = limit('loginBody');

const Credentials = z.object({ username: z.string().min(1), password: z.string().min(1) });

/** Only there while authentication is on: otherwise login and refresh are unknown routes. */
export const loginRoutes =
  ({ config, tokens, authorization, failureDelayMs }: LoginDeps): Routes =>
  async (app) => {
    const { auth } = config.api;
    if (!auth.enable) return;

    app.post('/login', { bodyLimit: MOST_BYTES }, async (request) => {
      const fail = async (error: ApiError): Promise<never> => {
        await sleep(failureDelayMs);
        throw error;
      };
      let given: z.infer<typeof Credentials>;
      try {
        given = readJson(request, Credentials);
      } catch {
        // whatever is wrong with the body, the core says the same
        return fail(new ApiError(400, 'Bad Request', ['Missing authorization credentials']));
      }
      const userFits = equalSecrets(given.username, auth.username);
      const passwordFits = equalSecrets(given.password, auth.password);
      if (!userFits || !passwordFits) {
        const detail = 'Invalid authorization credentials: invalid username or password';
        return fail(new ApiError(401, 'Unauthorized', [detail]));
      }
      return { access_token: await tokens.issue('access'), refresh_token: await tokens.issue('refresh') };
    });

    app.get('/login/refresh', async (request) => {
      const token = bearerToken(request.headers.authorization);
      if (token === '' && authorization.isExempt(request)) throw new ApiError(403, 'Forbidden', ['Invalid token']);
      if (!(await tokens.isValid(token, 'refresh'))) throw unauthorized();
      return { access_token: await tokens.issue('access') };
    });
  };

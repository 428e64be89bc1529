import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyPluginAsync } from 'fastify';
import * as z from 'zod';
import type { Config } from '../../config/configSchema.ts';
import type { Log } from '../../log/index.ts';
import { ApiError } from '../../util/apiError.ts';
import { areSecretsEqual } from '../../util/equalSecrets.ts';
import { limit } from '../../util/limits.ts';
import { type Authorization, createUnauthorized } from '../login/authorization.ts';
import { attemptLogin, type LoginAttempt, type LoginQueue } from '../login/loginQueue.ts';
import type { Tenants } from '../login/tenants.ts';
import { parseBearerToken, type Tokens, type TokenUser } from '../login/tokens.ts';
import type { BodyReader } from '../request/bodyReader.ts';
import { findClientAddress } from '../request/clientAddress.ts';

interface LoginDeps {
  readonly auth: () => Config['api']['auth'];
  readonly log: Log;
  readonly tokens: Tokens;
  readonly authorization: Authorization;
  readonly bodies: BodyReader;
  readonly loginQueue: LoginQueue;
  readonly tenants: Tenants;
  /** Other logins continue during this delay. */
  readonly failureDelayMs: number;
}

const Credentials = z.object({ username: z.string().min(1), password: z.string().min(1) });

// The real core sends this for any fault of the body.
const missing = () => new ApiError(400, 'Bad Request', ['Missing authorization credentials']);

/** Anybody may send a body, so a malformed one is rejected without details. */
async function credentialsOf(request: IncomingMessage, bodies: BodyReader, signal: AbortSignal) {
  if (request.headers['transfer-encoding'] !== undefined) {
    throw new ApiError(411, 'Length Required', ['a login needs a Content-Length']);
  }
  const limits = { bytes: limit('loginBody'), ms: limit('loginBodyTime'), bytesPerSecond: 0, signal };
  const body = await bodies.read(request, limits);
  if (!(request.headers['content-type'] ?? '').startsWith('application/json')) throw missing();
  try {
    return Credentials.parse(JSON.parse(body.toString('utf8')));
  } catch {
    throw missing();
  }
}

export const loginRoutes =
  ({ auth, log, tokens, authorization, bodies, loginQueue, tenants, failureDelayMs }: LoginDeps): FastifyPluginAsync =>
  async (app) => {
    if (!auth().enable) return;

    const tokensFor = async (user: TokenUser) => {
      const [access_token, refresh_token] = await Promise.all([
        // Shows no secrets: a provider's user could keep the password after being removed from the list.
        user === 'operator' ? tokens.issueForLogin() : tokens.issue('access', user),
        tokens.issue('refresh', user),
      ]);
      return { access_token, refresh_token };
    };

    const refuse = async (visitor: LoginAttempt, reason: string) => {
      await sleep(failureDelayMs, undefined, { signal: visitor.signal });
      return new ApiError(401, 'Unauthorized', [`Invalid authorization credentials: ${reason}`]);
    };

    const logIn = async (request: IncomingMessage, visitor: LoginAttempt) => {
      const user = await tenants.letsIn(parseBearerToken(request.headers.authorization));
      if (user !== null) {
        if (user) return tokensFor(user);
        log.write('warn', 'HTTP', 'Wrong login', { client: findClientAddress(request) });
        throw await refuse(visitor, 'user not allowed');
      }
      const credentials = await credentialsOf(request, bodies, visitor.signal);
      const decide = () => {
        const { username, password } = auth();
        const userFits = areSecretsEqual(credentials.username, username);
        const passwordFits = areSecretsEqual(credentials.password, password);
        if (!userFits || !passwordFits)
          log.write('warn', 'HTTP', 'Wrong login', { client: findClientAddress(request) });
        return userFits && passwordFits;
      };
      const isRight = await visitor.compare({ decide, forgives: true });
      if (!isRight) throw await refuse(visitor, 'invalid username or password');
      return tokensFor('operator');
    };

    app.post('/login', ({ raw: request }) => attemptLogin(loginQueue, request, (visitor) => logIn(request, visitor)));

    app.get('/login/refresh', async (request) => {
      const token = parseBearerToken(request.headers.authorization);
      if (token === '' && authorization.isExempt(request)) throw new ApiError(403, 'Forbidden', ['Invalid token']);
      const user = await tokens.findUser(token, 'refresh');
      if (user === null) throw createUnauthorized();
      return { access_token: await tokens.issue('access', user) };
    });
  };

import { request as askAt, type IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyPluginAsync, FastifyReply, RouteHandlerMethod } from 'fastify';
import { AGENT_SILENT, LOGIN_HEADER, NO_AGENT } from '../../agent/agentMessages.ts';
import { AGENT_API, agentEndpoints } from '../../src/api/agentEndpoints.ts';
import { AGENT_LIMITS } from '../../src/api/agentLimits.ts';
import type { Route } from '../../src/api/route.ts';
import { agentTokenIn } from '../util/agentTokenIn.ts';
import { ApiError } from '../util/apiError.ts';

/** The health route is public, so its answer is cached for this long. */
const HEALTH_FRESH_MS = 1000;
const ANSWERS_WITHIN_MS = 30_000;
const RETRY_AFTER_S = 5;
const SENT = ['accept', 'last-event-id', 'content-type', 'idempotency-key'] as const;
/** Routes that start a sleeping agent. */
const WAKING = ['/receiver', '/alarms', '/deliveries', '/schedules', '/tokens'].map((path) => AGENT_API + path);
/** Every page polls this route; a sleeping agent has no next transition. */
const NOT_WAKING = AGENT_API + agentEndpoints.agentScheduleNext.path;
const STARTS_WITHIN_MS = 8000;
const LOOK_MS = 100;
const PASSED_ON = ['content-type', 'content-disposition', 'cache-control', 'retry-after', 'x-accel-buffering'] as const;

interface AgentRoutesDeps {
  readonly socket: () => string | null;
  readonly wake: () => void;
}

const HEALTH = { path: AGENT_API + agentEndpoints.agentHealth.path, method: 'GET' };

/** Registers the API of the agent. Requests are authorized like those of the core, except those with an agent token. */
export const agentRoutes =
  ({ socket, wake }: AgentRoutesDeps): FastifyPluginAsync =>
  async (app) => {
    let health: { readonly at: number; readonly answer: Promise<HealthAnswer> } | null = null;

    const readHealth = async (): Promise<HealthAnswer> => {
      const answer = await requestAgent(socket(), { ...HEALTH, headers: {}, body: null });
      return { status: answer.statusCode ?? 502, headers: headersOf(answer), body: await text(answer) };
    };

    app.get(AGENT_API + agentEndpoints.agentHealth.path, async (_request, reply) => {
      const now = performance.now();
      if (health === null || now - health.at > HEALTH_FRESH_MS) health = { at: now, answer: readHealth() };
      const { status, headers, body } = await health.answer.catch((error: unknown) => throwAway(reply, error));
      return reply.code(status).headers(headers).send(Buffer.from(body));
    });

    async function wakeAgent(path: string, isLogin: boolean): Promise<string | null> {
      // Only the agent can tell whether its own token is valid, so such a request does not wake it.
      if (!isLogin || path === NOT_WAKING || !WAKING.some((start) => path.startsWith(start))) return socket();
      wake();
      for (let waited = 0; waited < STARTS_WITHIN_MS && socket() === null; waited += LOOK_MS) await sleep(LOOK_MS);
      return socket();
    }

    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: AGENT_LIMITS.bodyBytes }, (_request, body, done) =>
      done(null, body),
    );
    const passOn: RouteHandlerMethod = async ({ raw, body, method }, reply) => {
      const sent = Object.fromEntries(
        SENT.flatMap((name) => (raw.headers[name] === undefined ? [] : [[name, String(raw.headers[name])]])),
      );
      const path = raw.url ?? '';
      const token = agentTokenIn(raw.headers.authorization);
      const loginHeaders: Record<string, string> =
        token === null ? { [LOGIN_HEADER]: '1' } : { authorization: `Bearer ${token}` };
      const forwarded = {
        path,
        method,
        headers: { ...sent, ...loginHeaders },
        body: Buffer.isBuffer(body) ? body : null,
      };
      const answer = await requestAgent(await wakeAgent(path, token === null), forwarded).catch((error: unknown) =>
        throwAway(reply, error),
      );
      reply.hijack();
      reply.raw.writeHead(answer.statusCode ?? 502, headersOf(answer));
      pipeline(answer, reply.raw, () => undefined);
      return reply;
    };
    app.get(`${AGENT_API}/*`, passOn);
    // A separate route, because it also accepts the metrics token.
    app.get(AGENT_API + agentEndpoints.agentMetrics.path, passOn);
    for (const { method, path } of Object.values<Route>(agentEndpoints))
      if (method !== 'GET') app.route({ method, url: AGENT_API + path, handler: passOn });
  };

interface HealthAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

function throwAway(reply: FastifyReply, error: unknown): never {
  void reply.header('Retry-After', RETRY_AFTER_S);
  throw error;
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(PASSED_ON.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])));

interface AgentRequest {
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

async function requestAgent(
  socketPath: string | null,
  { path, method, headers, body }: AgentRequest,
): Promise<IncomingMessage> {
  const unavailable = (reason: string) => new ApiError(503, reason);
  if (socketPath === null) throw unavailable(NO_AGENT);
  return new Promise((resolve, reject) => {
    const length = body === null ? {} : { 'content-length': `${body.length}` };
    const agentRequest = askAt({ socketPath, path, method, headers: { ...headers, ...length }, agent: false });
    const timer = setTimeout(() => agentRequest.destroy(), ANSWERS_WITHIN_MS);
    agentRequest.once('response', (answer) => {
      clearTimeout(timer);
      resolve(answer);
    });
    agentRequest.on('error', () => {
      clearTimeout(timer);
      reject(unavailable(AGENT_SILENT));
    });
    agentRequest.end(body ?? undefined);
  });
}

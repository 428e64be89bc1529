import { request as askAt, type IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { AGENT_API, agentEndpoints } from '../../src/api/agentEndpoints.ts';
import { ApiError } from '../util/apiError.ts';

/** Without a login it can be asked as often as anybody likes: the agent is asked once in this time. */
const HEALTH_FRESH_MS = 1000;
const ANSWERS_WITHIN_MS = 30_000;
const RETRY_AFTER_S = 5;
/** What the agent is told of a request; it was let in already. */
const SENT = ['accept', 'last-event-id'] as const;
const PASSED_ON = ['content-type', 'content-disposition', 'cache-control', 'retry-after', 'x-accel-buffering'] as const;

interface AgentRoutesDeps {
  /** Where the agent listens; null: none is running. */
  readonly socket: () => string | null;
}

/** The API of the agent, whose requests are judged as those of the core. */
export const agentRoutes =
  ({ socket }: AgentRoutesDeps): FastifyPluginAsync =>
  async (app) => {
    let health: { readonly at: number; readonly answer: Promise<HealthAnswer> } | null = null;

    const readHealth = async (): Promise<HealthAnswer> => {
      const answer = await ask(socket(), AGENT_API + agentEndpoints.agentHealth.path, {});
      return { status: answer.statusCode ?? 502, headers: headersOf(answer), body: await text(answer) };
    };

    app.get(AGENT_API + agentEndpoints.agentHealth.path, async (_request, reply) => {
      const now = performance.now();
      if (health === null || now - health.at > HEALTH_FRESH_MS) health = { at: now, answer: readHealth() };
      const { status, headers, body } = await health.answer.catch((error: unknown) => throwAway(reply, error));
      return reply.code(status).headers(headers).send(Buffer.from(body));
    });

    app.get(`${AGENT_API}/*`, async ({ raw }, reply) => {
      const sent = Object.fromEntries(SENT.map((name) => [name, String(raw.headers[name] ?? '')]));
      const answer = await ask(socket(), raw.url ?? '', sent).catch((error: unknown) => throwAway(reply, error));
      reply.hijack();
      reply.raw.writeHead(answer.statusCode ?? 502, headersOf(answer));
      pipeline(answer, reply.raw, () => undefined);
      return reply;
    });
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

/** Throws an ApiError where no agent answers. */
async function ask(socketPath: string | null, path: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const away = (why: string) => new ApiError(503, why);
  if (socketPath === null) throw away('No agent is running: the core starts it with the first protected publication');
  return new Promise((resolve, reject) => {
    const asked = askAt({ socketPath, path, headers, agent: false });
    const timer = setTimeout(() => asked.destroy(), ANSWERS_WITHIN_MS);
    asked.once('response', (answer) => {
      clearTimeout(timer);
      resolve(answer);
    });
    asked.on('error', () => {
      clearTimeout(timer);
      reject(away('The agent does not answer'));
    });
    asked.end();
  });
}

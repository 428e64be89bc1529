import { type IncomingHttpHeaders, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import project from '../package.json' with { type: 'json' };
import {
  AGENT_API,
  type AgentState,
  agentEndpoints,
  type JournalEvents,
  MOST_EVENTS,
  PROBLEM_TYPE,
  type ProblemDetails,
} from '../src/api/agentEndpoints.ts';
import { AGENT_LIMITS } from '../src/api/agentLimits.ts';
import { AGENT_SCOPES, type CallAccess } from '../src/api/agentScopes.ts';
import { channelOfIngest } from '../src/api/processIds.ts';
import type { Route } from '../src/api/route.ts';
import { TOKEN_PREFIX } from '../src/api/tokenScopes.ts';
import { msg } from '../src/i18n/msg.ts';
import { LOGIN_HEADER } from './agentMessages.ts';
import { type AlarmCalls, alarmRoutes } from './alarms/alarmRoutes.ts';
import { type Asker, askerOf, checkAccess, checkChannel, isForChannel } from './control/asker.ts';
import { type ControlCalls, controlRoutes } from './control/controlRoutes.ts';
import type { TokenBook } from './control/tokenBook.ts';
import { tokenRoutes } from './control/tokenRoutes.ts';
import { crossOriginHeaders, preflightHeaders } from './crossOriginHeaders.ts';
import { createEventStreams } from './eventStreams.ts';
import type { History } from './history.ts';
import type { Journal } from './journal.ts';
import type { JournalEntry } from './journalStore.ts';
import { parseEventId, parseLimit } from './parseEventsQuery.ts';
import { parseHistoryQuery } from './parseHistoryQuery.ts';
import { NO_FOLDER, OPEN_CORE, Refusal } from './refusal.ts';
import { type ScheduleCalls, scheduleRoutes } from './schedule/scheduleRoutes.ts';

/** `busy`: retry in a second. `closed`: the core trusts localhost and accepts any token, so tokens prove nothing. */
export type Admission = 'granted' | 'refused' | 'busy' | 'unknown' | 'closed';

interface AgentApiOptions {
  journal: Journal;
  history: History | null;
  state: () => Promise<AgentState>;
  alarms: AlarmCalls | null;
  schedules: ScheduleCalls | null;
  /** Why the agent is unhealthy, without names; null if healthy. */
  trouble: () => string | null;
  metrics: () => Promise<{ type: string; text: string }>;
  mayReadMetrics: (token: string) => boolean;
  tokens: TokenBook;
  control: ControlCalls;
  /** null in the embedded core, which checks logins itself and marks their requests with `LOGIN_HEADER`. */
  admit: ((token: string, address: string) => Promise<Admission>) | null;
  /** Origins allowed by CORS besides the agent's own host. Unused if `admit` is null: the core sets these headers. */
  origins?: readonly string[];
}

/** Event streams send a comment more often than this, so only idle connections are closed. */
const IDLE_MS = 60_000;
const DEFAULT_EVENTS = 100;
/** Longer lists of events are cut; the client requests the rest. */
const MAX_ANSWER_CHARACTERS = 1024 * 1024;
const METRICS = AGENT_API + agentEndpoints.agentMetrics.path;
const CHANNEL = /^[\w-]{1,100}$/;
const TOKEN = /^Bearer +([\x21-\x7e]{1,4096})$/i;

const NO_LOGIN = msg(
  'The agent needs a valid login of its core, or a token of its own. Log in again, and make sure the agent belongs to this core.',
);

const REFUSALS: Readonly<Record<Exclude<Admission, 'granted'>, () => Refusal>> = {
  refused: () => new Refusal(401, NO_LOGIN),
  busy: () => new Refusal(503, msg('The agent checks too many logins now. Try again in a moment.'), { retryAfter: 1 }),
  unknown: () =>
    new Refusal(
      503,
      msg('The core does not tell the agent whether the login is valid. Make sure the core is running.'),
      {
        retryAfter: 5,
      },
    ),
  closed: () => new Refusal(503, OPEN_CORE),
};

export function createAgentApi(options: AgentApiOptions): FastifyInstance {
  const { journal, history, state, alarms, trouble, metrics, mayReadMetrics, admit } = options;
  const { schedules, tokens, control, origins = [] } = options;
  const app = Fastify({
    logger: false,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    requestTimeout: AGENT_LIMITS.requestMs,
    connectionTimeout: IDLE_MS,
    bodyLimit: AGENT_LIMITS.bodyBytes,
    frameworkErrors: (error, _request, reply) => sendProblem(reply, refusalOf(error)),
    clientErrorHandler: ({ code }, socket) => {
      const status = code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
      if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    },
    http: {
      maxHeaderSize: AGENT_LIMITS.headerBytes,
      headersTimeout: AGENT_LIMITS.requestMs,
      connectionsCheckingInterval: AGENT_LIMITS.requestMs / 5,
    },
  });
  boundConnections(app.server, AGENT_LIMITS.connections);
  const streams = createEventStreams(journal);
  tokens.listen(streams.endRevoked);
  const crossOrigin = (headers: IncomingHttpHeaders): Readonly<Record<string, string>> =>
    admit === null ? {} : { Vary: 'Origin', ...crossOriginHeaders(headers, origins) };
  app.addHook('preClose', async () => streams.end());
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, ({ method, routeOptions }, text, done) => {
    // Many clients send a content type with an empty body.
    if (text === '' && !NEEDS_BODY.has(`${method} ${routeOptions.url}`)) return done(null, null);
    try {
      done(null, JSON.parse(String(text)));
    } catch {
      done(new Refusal(400, 'The body is no JSON'));
    }
  });

  /** Throws a `Refusal`. Tokens of the agent are checked without a request to the core. */
  async function judge(token: string | undefined, headers: IncomingHttpHeaders, address: string): Promise<Asker> {
    if (token?.startsWith(TOKEN_PREFIX)) {
      const asker = tokens.find(token);
      if (asker === null) throw new Refusal(401, 'There is no such token: it was revoked, or has ended');
      return asker;
    }
    if (admit === null) {
      if (headers[LOGIN_HEADER] !== '1') throw new Refusal(401, NO_LOGIN);
      return { type: 'login' };
    }
    // A core that needs no login gives the interface no token.
    const withoutToken = () => (trouble() === OPEN_CORE ? 'closed' : 'refused');
    const admission = token === undefined ? withoutToken() : await admit(token, address);
    if (admission !== 'granted') throw REFUSALS[admission]();
    return { type: 'login' };
  }

  app.decorateRequest('asker', null);
  app.addHook('onRequest', async (request, reply) => {
    const { headers, method, routeOptions, socket } = request;
    reply.header('X-Content-Type-Options', 'nosniff').header('Cache-Control', 'no-store');
    if (admit !== null) {
      reply.headers(crossOrigin(headers));
      if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined)
        return reply
          .code(204)
          .headers(preflightHeaders(headers, origins) ?? {})
          .send();
    }
    const isSent = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (isSent && !WITH_BODY.has(`${method} ${routeOptions.url}`)) {
      reply.header('Connection', 'close');
      throw new Refusal(413, 'This call has no body');
    }
    const access = ACCESS.get(`${method} ${routeOptions.url}`) ?? UNKNOWN_CALL;
    if (access.scope === 'open') return;
    const [, token] = TOKEN.exec(headers.authorization ?? '') ?? [];
    if (token !== undefined && routeOptions.url === METRICS && mayReadMetrics(token)) return;
    request.asker = await judge(token, headers, socket.remoteAddress ?? '');
    checkAccess(request.asker, access);
  });
  app.setNotFoundHandler(async () => {
    throw new Refusal(
      404,
      msg('The agent does not support this request. Update the interface and the agent to the same version.'),
    );
  });
  app.setErrorHandler((error, _request, reply) => sendProblem(reply, refusalOf(error)));

  app.get(AGENT_API + agentEndpoints.agentHealth.path, async () => {
    const reason = trouble();
    if (reason !== null) throw new Refusal(503, reason, { retryAfter: 5 });
    return { status: 'ok' };
  });
  app.get(AGENT_API + agentEndpoints.agentState.path, async ({ asker }) => {
    const { channels, looks, ...others } = await state();
    const shownIn = <T>(all: Readonly<Record<string, T>>): Record<string, T> =>
      Object.fromEntries(Object.entries(all).filter(([id]) => isForChannel(askerOf(asker), id)));
    return {
      ...others,
      channels: shownIn(channels),
      ...(looks && { looks: { ...looks, channels: shownIn(looks.channels) } }),
    } satisfies AgentState;
  });
  app.get(AGENT_API + agentEndpoints.agentEvents.path, async ({ headers, query, raw, asker: fromRequest }, reply) => {
    const asker = askerOf(fromRequest);
    const params = new Map(Object.entries(Object(query)));
    const since = readId('since', params.get('since'));
    if (wantsJson(headers)) {
      const limit = parseLimit(params.get('limit') ?? DEFAULT_EVENTS, MOST_EVENTS);
      if (limit === null) throw new Refusal(400, `It is a whole number from 1 to ${MOST_EVENTS}`, { field: 'limit' });
      const channel = params.get('channel');
      if (channel !== undefined) {
        if (typeof channel !== 'string' || !CHANNEL.test(channel))
          throw new Refusal(400, 'It is the id of a channel', { field: 'channel' });
        checkChannel(asker, channel);
        // Hides events of all channels, which name other channels, so it reads more to fill the page.
        const max = isForChannel(asker, null) ? limit : MOST_EVENTS;
        const page = await journal.ofChannel(channel, readId('before', params.get('before')), max);
        const events = page.filter((entry) => isForChannel(asker, entry.channel)).slice(-limit);
        return { events: fitEvents(events, true), last: journal.last() } satisfies JournalEvents;
      }
      // After filtering, a page could be empty although more events follow.
      if (!isForChannel(asker, null)) throw new Refusal(403, 'This token is for some channels', { field: 'channel' });
      const events = await journal.read(since, limit);
      return { events: fitEvents(events, since === null), last: journal.last() } satisfies JournalEvents;
    }
    const after = readId('Last-Event-ID', headers['last-event-id']) ?? since;
    if (streams.isFull()) throw new Refusal(503, 'Too many clients follow the events', { retryAfter: 10 });
    reply.hijack();
    streams.serve(raw, reply.raw, {
      ...{ after, headers: crossOrigin(headers), isGood: () => tokens.isGood(asker) },
      isShown: ({ channel }) => isForChannel(asker, channel),
    });
    return reply;
  });
  app.get(AGENT_API + agentEndpoints.agentHistory.path, async ({ headers, query, asker }, reply) => {
    if (history === null) throw new Refusal(503, NO_FOLDER);
    const parsed = parseHistoryQuery(query, history.knows);
    if ('field' in parsed) throw new Refusal(422, parsed.detail, { field: parsed.field });
    const { subject } = parsed.query;
    checkChannel(askerOf(asker), channelOfIngest(subject) ?? control.channelOfPublication(subject));
    const format = accepts(headers, 'text/csv') && !accepts(headers, 'application/json') ? 'csv' : 'json';
    const text = await history.read(parsed.query, format);
    if (text === null)
      throw new Refusal(503, msg('The agent cannot read its history now. Try again in a moment.'), { retryAfter: 30 });
    if (format === 'csv') reply.header('Content-Disposition', 'attachment; filename="history.csv"');
    return reply.type(`${format === 'csv' ? 'text/csv' : 'application/json'}; charset=utf-8`).send(text);
  });
  app.get(METRICS, async (_request, reply) => {
    const { type, text } = await metrics();
    return reply.type(type).send(text);
  });
  let description: string | null = null;
  app.get(AGENT_API + agentEndpoints.agentOpenApi.path, async (_request, reply) => {
    // Loaded lazily: most agents never receive this request.
    const { createAgentOpenApi } = await import('../src/api/agentOpenApi.ts');
    description ??= JSON.stringify(createAgentOpenApi(project.version));
    return reply.type('application/json; charset=utf-8').send(description);
  });
  alarmRoutes(app, alarms);
  tokenRoutes(app, tokens);
  controlRoutes(app, control);
  scheduleRoutes(app, schedules);
  return app;
}

/** Above the limit, a new connection replaces the oldest one without a request in flight. */
function boundConnections(server: Server, max: number) {
  const open = new Set<Socket>();
  const answers = new WeakMap<Socket, ServerResponse>();
  const isIdle = (socket: Socket) => answers.get(socket)?.closed ?? true;
  server.on('connection', (socket: Socket) => {
    const idle = open.size < max ? undefined : [...open].find(isIdle);
    if (open.size >= max && idle === undefined) return socket.destroy();
    if (idle !== undefined) open.delete(idle);
    idle?.destroy();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', ({ socket }, response) => answers.set(socket, response));
}

const placeOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${AGENT_API}${path}`;

const callsWhere = (predicate: (route: Route) => boolean): ReadonlySet<string> =>
  new Set(Object.values<Route>(agentEndpoints).filter(predicate).map(placeOf));

const WITH_BODY = callsWhere(({ body }) => body !== null);
const NEEDS_BODY = callsWhere(({ body }) => body === 'raw' || (body !== null && !body.safeParse(null).success));

const ACCESS: ReadonlyMap<string, CallAccess> = new Map(
  Object.entries<Route>(agentEndpoints).map(([name, route]) => [
    placeOf(route),
    AGENT_SCOPES[name as keyof typeof AGENT_SCOPES],
  ]),
);
/** Unknown paths return 404 to authorized clients only. */
const UNKNOWN_CALL: CallAccess = { scope: 'read', ofChannels: true };

const accepts = ({ accept = '' }: IncomingHttpHeaders, type: string) => accept.includes(type);
const wantsJson = (headers: IncomingHttpHeaders) =>
  accepts(headers, 'application/json') && !accepts(headers, 'text/event-stream');

function readId(field: string, value: unknown): number | null {
  if (value === undefined || value === '') return null;
  const id = parseEventId(value);
  if (id === null) throw new Refusal(400, 'It is the id of an event: a whole number', { field });
  return id;
}

/** Returns as many events as fit into one response: the newest if `isNewest`, else the oldest. */
function fitEvents(events: readonly JournalEntry[], isNewest: boolean): JournalEntry[] {
  let left = MAX_ANSWER_CHARACTERS;
  const fittingEvents = (isNewest ? events.toReversed() : events).filter((event) => {
    left = left > 0 ? left - JSON.stringify(event).length : left;
    return left > 0;
  });
  return isNewest ? fittingEvents.reverse() : fittingEvents;
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const status: unknown = error instanceof Error ? Reflect.get(error, 'statusCode') : undefined;
  if (status === 413) return new Refusal(413, `A body has at most ${AGENT_LIMITS.bodyBytes} bytes`);
  if (typeof status === 'number' && status < 500) return new Refusal(400, 'The request cannot be read');
  return new Refusal(500, msg('Something went wrong in the agent. Try again in a moment.'));
}

function sendProblem(reply: FastifyReply, { status, message: detail, options: { retryAfter, ...more } }: Refusal) {
  const title = STATUS_CODES[status] ?? '';
  const problem: ProblemDetails = { type: 'about:blank', title, status, detail, ...more };
  if (retryAfter !== undefined) reply.header('Retry-After', retryAfter);
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer');
  return reply
    .code(status)
    .type(PROBLEM_TYPE)
    .send(Buffer.from(JSON.stringify(problem)));
}

import { msg } from '../i18n/msg.ts';
import { AGENT_API, agentEndpoints, PROBLEM_TYPE, ProblemDetails } from './agentEndpoints.ts';
import type { Calls, Core } from './client.ts';
import { CoreError, NOT_AS_EXPECTED } from './error.ts';
import { errorOf, parseAnswer } from './parseResponse.ts';
import { readAtMost } from './readAtMost.ts';
import { type Arguments, fill, type Route } from './route.ts';

/** Code of a call without an answer; the core's own code for this would show the banner about a lost core. */
export const NO_AGENT = -3;

const SILENT = msg('The agent does not respond. Make sure it is running and its address is correct.');
const TOO_LATE = msg('The agent did not respond in time. Try again in a moment.');
const UNREACHED = msg('The proxy cannot reach the agent. Make sure the agent is running.');
const OTHER = msg(
  'Something other than the agent responded. Check the address of the agent, and the paths that the proxy forwards.',
);
const UNREAD = msg(
  'The response of the agent could not be read. Update the interface and the agent to the same version.',
);

type AgentErrorOptions = Partial<Pick<AgentError, 'details' | 'fields' | 'retryAfterMs' | 'isOfAgent'>>;

/** A failed call to the agent. `fields`: rejected form fields by name, in English. */
export class AgentError extends CoreError {
  /** From `Retry-After`; null if absent. */
  readonly retryAfterMs: number | null;
  /** False if a proxy on the way answered. */
  readonly isOfAgent: boolean;

  constructor(
    code: number,
    message: string,
    { details = [], fields = {}, retryAfterMs = null, isOfAgent = false }: AgentErrorOptions = {},
  ) {
    super(code, message, details, fields);
    this.retryAfterMs = retryAfterMs;
    this.isOfAgent = isOfAgent;
  }
}

const AWAY: ReadonlySet<number> = new Set([NO_AGENT, 502, 503, 504]);

/** The agent, or a service it depends on, is unavailable. */
export const isAgentAway = (error: unknown): error is AgentError => error instanceof AgentError && AWAY.has(error.code);

export interface Agent extends Calls<typeof agentEndpoints> {
  readonly address: string;
  readonly historyCsv: (args?: Arguments<typeof agentEndpoints.agentHistory>, signal?: AbortSignal) => Promise<string>;
}

interface Options {
  address: string;
  core: Pick<Core, 'tokens' | 'renew'>;
  send?: typeof fetch;
}

/** A history has at most 2000 points, which stays well below. */
const MOST_BYTES = 4 * 1024 * 1024;
const PATIENCE_MS = 15_000;

/**
 * Creates the client of one agent. Every call throws an `AgentError` or returns the answer that its schema describes.
 */
export function createAgentClient({ address, core, send = (...request) => fetch(...request) }: Options): Agent {
  /** The last renewed token that the agent still rejected: renewing again would not help. */
  let refused = '';

  async function request(route: Route, path: string, args: Readonly<Record<string, unknown>>, signal?: AbortSignal) {
    const bearer = route.bearer === 'access' ? core.tokens.access : '';
    const headers = new Headers({ Accept: route.carries === 'text' ? 'text/csv' : 'application/json' });
    if (bearer !== '') headers.set('Authorization', `Bearer ${bearer}`);
    if (route.body) headers.set('Content-Type', 'application/json');
    const patience = AbortSignal.timeout(Math.min(route.patienceMs, PATIENCE_MS));
    try {
      const options: RequestInit & { cache: 'no-store'; credentials: 'omit'; referrerPolicy: 'no-referrer' } = {
        method: route.method,
        headers,
        body: route.body && JSON.stringify(args.body ?? null),
        signal: signal ? AbortSignal.any([signal, patience]) : patience,
        cache: 'no-store',
        // A redirect could carry the token to another host.
        redirect: 'error',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
      };
      const response = await send(`${address}${AGENT_API}${path}`, options);
      return { response, text: await readAtMost(response, MOST_BYTES), bearer };
    } catch {
      throw new AgentError(NO_AGENT, patience.aborted ? TOO_LATE : SILENT);
    }
  }

  async function run(route: Route, args: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<unknown> {
    const path = fill(route, args);
    let { response, text, bearer } = await request(route, path, args, signal);
    if (response.status === 401 && route.bearer === 'access') {
      // Another call may have renewed it meanwhile.
      const isLatest = bearer === core.tokens.access;
      const canRenew = core.tokens.refresh !== '' && bearer !== refused;
      if (isLatest && canRenew) await core.renew();
      if (!isLatest || canRenew) ({ response, text, bearer } = await request(route, path, args, signal));
      if (response.status === 401) refused = bearer;
    }
    if (!response.ok) throw agentErrorOf(response, text);
    try {
      return parseAnswer(route, path, response, text);
    } catch (error) {
      throw unreadOf(error, text);
    }
  }

  const call =
    (route: Route) =>
    (args: Readonly<Record<string, unknown>> = {}, signal?: AbortSignal) =>
      run(route, args, signal);

  // `Object.fromEntries` loses which name has which route; the table's type keeps it.
  const calls = Object.fromEntries(
    Object.entries<Route>(agentEndpoints).map(([name, route]) => [name, call(route)]),
  ) as unknown as Calls<typeof agentEndpoints>;

  return {
    ...calls,
    address,
    historyCsv: async (args, signal) =>
      String(await run({ ...agentEndpoints.agentHistory, carries: 'text' }, { ...args }, signal)),
  };
}

/** An answer that is no JSON did not come from the agent. */
function unreadOf(error: unknown, text: string): AgentError {
  const details = error instanceof CoreError ? error.details : [];
  return new AgentError(NOT_AS_EXPECTED, jsonIn(text) === undefined ? OTHER : UNREAD, { details });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const secondsIn = (response: Response): number | null => {
  const value = response.headers.get('retry-after') ?? '';
  return /^\d{1,5}$/.test(value) ? Number(value) * 1000 : null;
};

function agentErrorOf(response: Response, text: string): AgentError {
  const { status } = response;
  const retryAfterMs = secondsIn(response);
  const body = jsonIn(text);
  const isProblem = response.headers.get('content-type')?.startsWith(PROBLEM_TYPE) ?? false;
  const problem = isProblem ? ProblemDetails.safeParse(body) : null;
  if (problem?.success) {
    const { detail, field, faults = [] } = problem.data;
    const fields = Object.fromEntries([
      ...(field === undefined ? [] : [[field, [detail]]]),
      ...faults.map(({ field: name, text: fault }) => [name, [fault]]),
    ]);
    return new AgentError(status, detail, { retryAfterMs, fields, isOfAgent: true });
  }
  // The embedded core answers in its own format when it has no agent.
  const { code, message, details } = errorOf(response, text);
  if (body !== undefined && code === status) return new AgentError(code, message, { details, retryAfterMs });
  const isGateway = AWAY.has(status);
  return new AgentError(isGateway ? status : NOT_AS_EXPECTED, isGateway ? UNREACHED : OTHER, {
    details: [`${status} ${response.statusText}`.trim()],
    retryAfterMs,
  });
}

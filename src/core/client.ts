import * as z from 'zod';
import { RefusedFields } from './answers/config.ts';
import { createCache } from './cache.ts';
import { type Endpoints, endpoints } from './endpoints.ts';
import { CoreError, codeOf, NETWORK_FAILURE, NOT_AS_EXPECTED } from './error.ts';
import { type Answer, type Arguments, fill, type Route } from './route.ts';

/** What listeners are told beside the error that the call itself throws. */
export type CoreEvent =
  | { type: 'network'; severity: 'error'; message: string }
  | { type: 'auth'; severity: 'error'; message: string }
  | { type: 'login'; severity: 'info'; message: string };

type Call<R> =
  unknown extends Arguments<R>
    ? (given?: Record<never, never>, signal?: AbortSignal) => Promise<Answer<R>>
    : Record<never, never> extends Arguments<R>
      ? (given?: Arguments<R>, signal?: AbortSignal) => Promise<Answer<R>>
      : (given: Arguments<R>, signal?: AbortSignal) => Promise<Answer<R>>;

export type CoreCalls = { readonly [Name in keyof Endpoints]: Call<Endpoints[Name]> };

interface CoreTokens {
  access: string;
  refresh: string;
}

export interface Core extends CoreCalls {
  /** Where the core is, without a trailing slash. */
  readonly address: string;
  readonly tokens: Readonly<CoreTokens>;
  /** Empty strings mean logged out. Everything cached is forgotten. */
  hold(tokens: CoreTokens): void;
  /** One refresh at a time, shared by everybody who asks; throws the CoreError of the call. */
  renew(): Promise<void>;
  listen(listener: (event: CoreEvent) => void): () => void;
}

interface Options {
  address: string;
  send?: typeof fetch;
  now?: () => number;
}

const ErrorBody = z.object({ code: z.number(), message: z.string(), details: z.array(z.string()).nullish() });

/** The client of one core. Each call throws a CoreError or answers what its schema says. */
export function createCore({ address, send = (...request) => fetch(...request), now = Date.now }: Options): Core {
  const cache = createCache(now);
  const listeners = new Set<(event: CoreEvent) => void>();
  const tell = (event: CoreEvent) => {
    for (const listener of listeners) listener(event);
  };
  let tokens: CoreTokens = { access: '', refresh: '' };
  let renewing: Promise<void> | null = null;

  function renew(): Promise<void> {
    renewing ??= calls
      .refresh()
      .then(({ access_token }) => {
        tokens = { ...tokens, access: access_token };
        cache.clear();
        tell({ type: 'login', severity: 'info', message: 'Token refreshed' });
      })
      .finally(() => {
        renewing = null;
      });
    return renewing;
  }

  async function request(route: Route, path: string, given: Readonly<Record<string, unknown>>, signal?: AbortSignal) {
    const bearer = route.bearer === 'none' ? '' : tokens[route.bearer];
    const headers = new Headers();
    if (bearer !== '') headers.set('Authorization', `Bearer ${bearer}`);
    const { body = null } = given;
    if (route.body !== null && route.body !== 'raw') headers.set('Content-Type', 'application/json');
    const patience = AbortSignal.timeout(route.patienceMs);
    let response: Response;
    try {
      response = await send(`${address}/api${path}`, {
        method: route.method,
        headers,
        body: route.body === null ? null : route.body === 'raw' ? (body as BodyInit) : JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, patience]) : patience,
        // The core sends no cache headers; our own cache is the only one.
        cache: 'no-store',
      });
      return { response, text: route.carries === 'nothing' ? '' : await response.text(), bearer };
    } catch (cause) {
      const message = patience.aborted
        ? `The core did not answer within ${route.patienceMs / 1000} s`
        : cause instanceof Error
          ? cause.message
          : String(cause);
      if (!signal?.aborted) tell({ type: 'network', severity: 'error', message });
      throw new CoreError(NETWORK_FAILURE, message);
    }
  }

  async function ask(route: Route, path: string, given: Readonly<Record<string, unknown>>, signal?: AbortSignal) {
    let { response, text, bearer } = await request(route, path, given, signal);
    if (response.status === 401 && route.bearer === 'access' && tokens.refresh !== '') {
      try {
        // Somebody else may have renewed the token while this call was under way.
        if (bearer === tokens.access) await renew();
      } catch (cause) {
        // A lost connection is not a lost login.
        if (codeOf(cause) !== NETWORK_FAILURE) {
          tell({ type: 'auth', severity: 'error', message: cause instanceof Error ? cause.message : String(cause) });
        }
        throw cause;
      }
      ({ response, text, bearer } = await request(route, path, given, signal));
    }
    if (response.status === 404 && route.absentIsFine) return null;
    if (!response.ok) {
      const error = errorOf(response, text);
      if (response.status === 401 && route.bearer === 'access') {
        tell({ type: 'auth', severity: 'error', message: error.message });
      }
      throw error;
    }
    return answerOf(route, path, response, text);
  }

  const call =
    (route: Route) =>
    (given: Readonly<Record<string, unknown>> = {}, signal?: AbortSignal) => {
      const path = fill(route, given);
      if (route.method === 'GET' && route.bearer === 'access') {
        // A shared answer must not end with one asker's signal.
        return abortable(
          cache.get(path, () => ask(route, path, given)),
          signal,
        );
      }
      if (route.reads) return ask(route, path, given, signal);
      // Forgotten before and after: an answer that was read while the write was under way may be the old one.
      cache.forget(path);
      return ask(route, path, given, signal).finally(() => cache.forget(path));
    };

  // Object.fromEntries forgets which name has which route; the table's own type remembers.
  const calls = Object.fromEntries(
    Object.entries(endpoints).map(([name, route]) => [name, call(route)]),
  ) as unknown as CoreCalls;

  return {
    ...calls,
    address,
    get tokens() {
      return tokens;
    },
    hold(held) {
      tokens = { ...held };
      cache.clear();
    },
    renew,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function abortable<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const give = () => reject(new CoreError(NETWORK_FAILURE, 'The request was given up'));
    if (signal.aborted) give();
    signal.addEventListener('abort', give, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', give));
  });
}

function answerOf(route: Route, path: string, response: Response, text: string): unknown {
  if (route.carries !== 'json') return text;
  const type = response.headers.get('content-type') ?? 'none';
  if (!type.startsWith('application/json')) {
    throw new CoreError(NOT_AS_EXPECTED, `The response is not JSON as expected (${type})`);
  }
  const parsed = route.answer.safeParse(jsonOf(text, type));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new CoreError(NOT_AS_EXPECTED, `The response of ${route.method} /api${path} is not as expected`, [
    `${issue?.path.join('.')}: ${issue?.message}`,
  ]);
}

function jsonOf(text: string, type: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CoreError(NOT_AS_EXPECTED, `The response is not JSON as expected (${type})`);
  }
}

/** Status text, replaced by the message of a JSON error body or by a plain-text body (specification 8). */
function errorOf(response: Response, text: string): CoreError {
  const status = response.statusText || `HTTP status ${response.status}`;
  const type = response.headers.get('content-type') ?? '';
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    const plain = text.trim();
    return new CoreError(response.status, type.startsWith('text/plain') && plain !== '' ? plain : status);
  }
  const error = ErrorBody.safeParse(body);
  // Some errors of the storages carry this body under the type of the file that was asked for.
  if (error.success) return new CoreError(response.status, error.data.message, error.data.details ?? []);
  const fields = RefusedFields.safeParse(body);
  return new CoreError(response.status, status, [], fields.success ? fields.data : {});
}

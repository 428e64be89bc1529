import { abortable, createCache } from './cache.ts';
import { type Endpoints, endpoints } from './endpoints.ts';
import { CoreError, codeOf, NETWORK_FAILURE } from './error.ts';
import { answerOf, errorOf, isPage } from './reply.ts';
import { type Answer, type Arguments, fill, type RawBody, type Route } from './route.ts';

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
  setTokens(tokens: CoreTokens): void;
  /** One refresh at a time, shared by everybody who asks; throws the CoreError of the call. */
  renew(): Promise<void>;
  listen(listener: (event: CoreEvent) => void): () => void;
}

interface Options {
  address: string;
  send?: typeof fetch;
  now?: () => number;
}

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
      const options: RequestInit & { cache: 'no-store' } = {
        method: route.method,
        headers,
        body: route.body === null ? null : route.body === 'raw' ? (body as RawBody) : JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, patience]) : patience,
        // The core sends no cache headers; our own cache is the only one.
        cache: 'no-store',
      };
      response = await send(`${address}/api${path}`, options);
      return { response, text: route.carries === 'nothing' ? '' : await response.text(), bearer };
    } catch (cause) {
      const message = patience.aborted
        ? `The core did not respond within ${route.patienceMs / 1000} s`
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
    if (response.status === 404 && route.absentIsFine && !isPage(text)) return null;
    if (!response.ok) {
      const error = errorOf(route, response, text);
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
    setTokens(held) {
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

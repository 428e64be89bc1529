import { type Endpoints, endpoints } from './endpoints.ts';
import { AWAY, CoreError, isRefusal, LATE, NETWORK_FAILURE } from './error.ts';
import { errorOf, isPage, parseAnswer } from './parseResponse.ts';
import { type Answer, type Arguments, fill, type RawBody, type Route } from './route.ts';

/** How long a GET answer counts as fresh (specification 9). */
const FRESH_MS = 950;

/** `/v3/process/x/state` and `/v3/process?id=x` belong to `process`: a write to one makes both stale. */
const resourceOf = (path: string) => path.split(/[/?]/)[2] ?? '';

/** A clock that is set neither keeps an answer for days nor stops the renewals. */
const now = () => performance.now();

/** Answers of GET calls, also those under way, so that two asking at a time ask the core once. */
function createCache(freshMs = FRESH_MS) {
  const kept = new Map<string, { until: number; answer: Promise<unknown> }>();
  return {
    get(path: string, ask: () => Promise<unknown>): Promise<unknown> {
      for (const [key, { until }] of kept) if (until <= now()) kept.delete(key);
      const hit = kept.get(path);
      if (hit) return hit.answer;
      // Under way it is shared without a limit; from its arrival on it is fresh for `freshMs`.
      const entry = { until: Number.POSITIVE_INFINITY, answer: ask() };
      kept.set(path, entry);
      entry.answer.then(
        () => {
          entry.until = now() + freshMs;
        },
        () => {
          entry.until = 0;
        },
      );
      return entry.answer;
    },
    forget(path: string) {
      const resource = resourceOf(path);
      for (const key of kept.keys()) if (resourceOf(key) === resource) kept.delete(key);
    },
    clear: () => kept.clear(),
  };
}

/** The answer, unless the asker gives up first; the answer itself goes on for others. */
function abortable<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const give = () => reject(new CoreError(NETWORK_FAILURE, 'The request was given up'));
    if (signal.aborted) give();
    signal.addEventListener('abort', give, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', give));
  });
}

/** What listeners are told beside the error that the call itself throws. */
export type CoreEvent =
  | { type: 'network'; severity: 'error'; message: string }
  /** The token could not be renewed, and nobody refused it. */
  | { type: 'renewal'; severity: 'error'; message: string }
  | { type: 'auth'; severity: 'error'; message: string }
  | { type: 'login'; severity: 'info'; message: string };

type Call<R> =
  unknown extends Arguments<R>
    ? (given?: Record<never, never>, signal?: AbortSignal) => Promise<Answer<R>>
    : Record<never, never> extends Arguments<R>
      ? (given?: Arguments<R>, signal?: AbortSignal) => Promise<Answer<R>>
      : (given: Arguments<R>, signal?: AbortSignal) => Promise<Answer<R>>;

/** A function for each route of a table. */
export type Calls<Routes> = { readonly [Name in keyof Routes]: Call<Routes[Name]> };

export type CoreCalls = Calls<Endpoints>;

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
  /**
   * One refresh at a time, shared by everybody who asks, a failed one also for a while after it; throws the CoreError of the call and
   * tells listeners.
   */
  renew(): Promise<void>;
  listen(listener: (event: CoreEvent) => void): () => void;
}

interface Options {
  address: string;
  send?: typeof fetch;
  /** How long an answer of a GET is given again; 0: what is held right now is asked for each time. */
  freshMs?: number;
}

/** However many calls are refused, the renewal is not asked for more often. */
const REST_MS = 3000;

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));

/** The client of one core. Each call throws a CoreError or answers what its schema says. */
export function createCoreClient({ address, send = (...request) => fetch(...request), freshMs }: Options): Core {
  const cache = createCache(freshMs);
  const listeners = new Set<(event: CoreEvent) => void>();
  const tell = (event: CoreEvent) => {
    for (const listener of listeners) listener(event);
  };
  let tokens: CoreTokens = { access: '', refresh: '' };
  /** Until then another token would not help either. */
  let freshUntil = 0;
  let renewal: { until: number; done: Promise<void> } | null = null;

  function renew(): Promise<void> {
    if (renewal && renewal.until > now()) return renewal.done;
    const begun = { until: Number.POSITIVE_INFINITY, done: takeAnother(tokens.refresh) };
    renewal = begun;
    begun.done.then(
      () => {
        begun.until = 0;
        freshUntil = now() + REST_MS;
      },
      () => {
        begun.until = now() + REST_MS;
      },
    );
    return begun.done;
  }

  async function takeAnother(refresh: string) {
    // The answer belongs to a login that has ended meanwhile.
    const current = () => tokens.refresh === refresh;
    try {
      const { access_token } = await calls.refresh();
      if (!current()) return;
      tokens = { access: access_token, refresh };
      cache.clear();
      tell({ type: 'login', severity: 'info', message: 'Token refreshed' });
    } catch (cause) {
      // Whatever else goes wrong on the way is no lost login.
      const type = isRefusal(cause) ? 'auth' : 'renewal';
      if (current()) tell({ type, severity: 'error', message: messageOf(cause) });
      throw cause;
    }
  }

  async function request(route: Route, path: string, given: Readonly<Record<string, unknown>>, signal?: AbortSignal) {
    const bearer = route.bearer === 'none' ? '' : tokens[route.bearer];
    const headers = new Headers();
    if (bearer !== '') headers.set('Authorization', `Bearer ${bearer}`);
    const { body = null } = given;
    if (route.body && route.body !== 'raw') headers.set('Content-Type', 'application/json');
    const patience = AbortSignal.timeout(route.patienceMs);
    let response: Response;
    try {
      const options: RequestInit & { cache: 'no-store' } = {
        method: route.method,
        headers,
        body: route.body && (route.body === 'raw' ? (body as RawBody) : JSON.stringify(body)),
        signal: signal ? AbortSignal.any([signal, patience]) : patience,
        // The core sends no cache headers; our own cache is the only one.
        cache: 'no-store',
        // Not to where nobody was asked about: a redirect may carry a password on.
        redirect: 'error',
      };
      response = await send(`${address}/api${path}`, options);
      const bytes = route.carries === 'bytes' && response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
      return { response, text: bytes ? '' : await response.text(), bytes, bearer };
    } catch {
      // What a browser says of it, each in words of its own, is no more than this.
      const message = patience.aborted ? LATE : AWAY;
      if (!signal?.aborted && route.bearer !== 'refresh') tell({ type: 'network', severity: 'error', message });
      throw new CoreError(NETWORK_FAILURE, message);
    }
  }

  async function ask(route: Route, path: string, given: Readonly<Record<string, unknown>>, signal?: AbortSignal) {
    let { response, text, bytes, bearer } = await request(route, path, given, signal);
    // Somebody else may have renewed the token while this call was under way.
    const latest = bearer === tokens.access;
    const canRenew = tokens.refresh !== '' && !(latest && freshUntil > now());
    if (response.status === 401 && route.bearer === 'access' && canRenew) {
      if (latest) await renew();
      ({ response, text, bytes, bearer } = await request(route, path, given, signal));
    }
    if (response.status === 404 && route.absentIsFine && !isPage(text)) return null;
    if (!response.ok) {
      const error = errorOf(response, text);
      // With a token to renew, its renewal alone says whether we are still logged in.
      if (error.code === 401 && route.bearer === 'access' && tokens.refresh === '') {
        tell({ type: 'auth', severity: 'error', message: error.message });
      }
      throw error;
    }
    return bytes ?? parseAnswer(route, path, response, text);
  }

  const call =
    (route: Route) =>
    (given: Readonly<Record<string, unknown>> = {}, signal?: AbortSignal) => {
      const path = fill(route, given);
      if (route.method === 'GET' && route.bearer === 'access' && route.reads) {
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
      // A renewal of the same login goes on resting.
      if (held.refresh !== tokens.refresh) {
        renewal = null;
        freshUntil = 0;
      }
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

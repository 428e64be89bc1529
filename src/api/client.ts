import { type Endpoints, endpoints } from './endpoints.ts';
import { AWAY, CoreError, isRefusal, LATE, NETWORK_FAILURE } from './error.ts';
import { errorOf, isPage, parseAnswer } from './parseResponse.ts';
import { type Answer, type Arguments, fill, type RawBody, type Route } from './route.ts';

/** How long the answer to a GET is reused. */
const FRESH_MS = 950;

/** `/v3/process/x/state` and `/v3/process?id=x` belong to `process`, so a write to one invalidates both. */
const resourceOf = (path: string) => path.split(/[/?]/)[2] ?? '';

/** Monotonic, because a changed clock must not affect cache and renewals. */
const now = () => performance.now();

function createCache(freshMs = FRESH_MS) {
  const cache = new Map<string, { until: number; answer: Promise<unknown> }>();
  return {
    get(path: string, load: () => Promise<unknown>): Promise<unknown> {
      for (const [key, { until }] of cache) if (until <= now()) cache.delete(key);
      const hit = cache.get(path);
      if (hit) return hit.answer;
      // Shared without a limit while in flight, then fresh for `freshMs`.
      const entry = { until: Number.POSITIVE_INFINITY, answer: load() };
      cache.set(path, entry);
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
      for (const key of cache.keys()) if (resourceOf(key) === resource) cache.delete(key);
    },
    clear: () => cache.clear(),
  };
}

/** Aborts only for this caller; a shared answer continues for others. */
function abortable<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const give = () => reject(new CoreError(NETWORK_FAILURE, 'The request was given up'));
    if (signal.aborted) give();
    signal.addEventListener('abort', give, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', give));
  });
}

export type CoreEvent =
  | { type: 'network'; severity: 'error'; message: string }
  | { type: 'renewal'; severity: 'error'; message: string }
  | { type: 'auth'; severity: 'error'; message: string }
  | { type: 'login'; severity: 'info'; message: string };

type Call<R> =
  unknown extends Arguments<R>
    ? (args?: Record<never, never>, signal?: AbortSignal) => Promise<Answer<R>>
    : Record<never, never> extends Arguments<R>
      ? (args?: Arguments<R>, signal?: AbortSignal) => Promise<Answer<R>>
      : (args: Arguments<R>, signal?: AbortSignal) => Promise<Answer<R>>;

export type Calls<Routes> = { readonly [Name in keyof Routes]: Call<Routes[Name]> };

export type CoreCalls = Calls<Endpoints>;

interface CoreTokens {
  access: string;
  refresh: string;
}

export interface Core extends CoreCalls {
  readonly address: string;
  readonly tokens: Readonly<CoreTokens>;
  /** Empty strings mean logged out. Clears the cache. */
  setTokens(tokens: CoreTokens): void;
  /** Shared by all callers, for a while also after a failure. Throws the CoreError of the request. */
  renew(): Promise<void>;
  listen(listener: (event: CoreEvent) => void): () => void;
}

interface Options {
  address: string;
  send?: typeof fetch;
  freshMs?: number;
}

/** Minimum interval between two renewals. */
const REST_MS = 3000;

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));

export function createCoreClient({ address, send = (...request) => fetch(...request), freshMs }: Options): Core {
  const cache = createCache(freshMs);
  const listeners = new Set<(event: CoreEvent) => void>();
  const emit = (event: CoreEvent) => {
    for (const listener of listeners) listener(event);
  };
  let tokens: CoreTokens = { access: '', refresh: '' };
  /** Until then, a rejected token is not renewed again. */
  let freshUntil = 0;
  let renewal: { until: number; done: Promise<void> } | null = null;

  function renew(): Promise<void> {
    if (renewal && renewal.until > now()) return renewal.done;
    const started = { until: Number.POSITIVE_INFINITY, done: takeAnother(tokens.refresh) };
    renewal = started;
    started.done.then(
      () => {
        started.until = 0;
        freshUntil = now() + REST_MS;
      },
      () => {
        started.until = now() + REST_MS;
      },
    );
    return started.done;
  }

  async function takeAnother(refresh: string) {
    // Ignores an answer for a login that has ended meanwhile.
    const current = () => tokens.refresh === refresh;
    try {
      const { access_token } = await calls.refresh();
      if (!current()) return;
      tokens = { access: access_token, refresh };
      cache.clear();
      emit({ type: 'login', severity: 'info', message: 'Token refreshed' });
    } catch (cause) {
      // Other failures do not end the login.
      const type = isRefusal(cause) ? 'auth' : 'renewal';
      if (current()) emit({ type, severity: 'error', message: messageOf(cause) });
      throw cause;
    }
  }

  async function request(route: Route, path: string, args: Readonly<Record<string, unknown>>, signal?: AbortSignal) {
    const bearer = route.bearer === 'none' ? '' : tokens[route.bearer];
    const headers = new Headers();
    if (bearer !== '') headers.set('Authorization', `Bearer ${bearer}`);
    const { body = null } = args;
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
        // A redirect could carry a password to another host.
        redirect: 'error',
      };
      response = await send(`${address}/api${path}`, options);
      const bytes = route.carries === 'bytes' && response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
      return { response, text: bytes ? '' : await response.text(), bytes, bearer };
    } catch {
      // Browsers report network errors in different words, none more specific.
      const message = patience.aborted ? LATE : AWAY;
      if (!signal?.aborted && route.bearer !== 'refresh') emit({ type: 'network', severity: 'error', message });
      throw new CoreError(NETWORK_FAILURE, message);
    }
  }

  async function run(route: Route, path: string, args: Readonly<Record<string, unknown>>, signal?: AbortSignal) {
    let { response, text, bytes, bearer } = await request(route, path, args, signal);
    // Another call may have renewed the token meanwhile.
    const latest = bearer === tokens.access;
    const canRenew = tokens.refresh !== '' && !(latest && freshUntil > now());
    if (response.status === 401 && route.bearer === 'access' && canRenew) {
      if (latest) await renew();
      ({ response, text, bytes, bearer } = await request(route, path, args, signal));
    }
    if (response.status === 404 && route.absentIsFine && !isPage(text)) return null;
    if (!response.ok) {
      const error = errorOf(response, text);
      // With a refresh token, only its renewal decides whether the login is lost.
      if (error.code === 401 && route.bearer === 'access' && tokens.refresh === '') {
        emit({ type: 'auth', severity: 'error', message: error.message });
      }
      throw error;
    }
    return bytes ?? parseAnswer(route, path, response, text);
  }

  const call =
    (route: Route) =>
    (args: Readonly<Record<string, unknown>> = {}, signal?: AbortSignal) => {
      const path = fill(route, args);
      if (route.method === 'GET' && route.bearer === 'access' && route.reads) {
        // Aborting one caller must not end the answer shared with others.
        return abortable(
          cache.get(path, () => run(route, path, args)),
          signal,
        );
      }
      if (route.reads) return run(route, path, args, signal);
      // Invalidated before and after, because a read during the write may return the old value.
      cache.forget(path);
      return run(route, path, args, signal).finally(() => cache.forget(path));
    };

  const calls = Object.fromEntries(
    Object.entries(endpoints).map(([name, route]) => [name, call(route)]),
  ) as unknown as CoreCalls;

  return {
    ...calls,
    address,
    get tokens() {
      return tokens;
    },
    setTokens(next) {
      // Setting the same login again does not reset the pause between renewals.
      if (next.refresh !== tokens.refresh) {
        renewal = null;
        freshUntil = 0;
      }
      tokens = { ...next };
      cache.clear();
    },
    renew,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

import type * as z from 'zod/mini';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

type RouteParameter<P extends string> = P extends `${string}/${':' | '*'}${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | RouteParameter<`/${More}`>
    : Rest
  : never;

export interface Route<
  P extends string = string,
  Q extends string = string,
  B extends z.ZodMiniType | 'raw' | null = z.ZodMiniType | 'raw' | null,
  A extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: Method;
  readonly path: P;
  readonly query: readonly Q[];
  readonly body: B;
  readonly answer: A;
  readonly bearer: 'access' | 'refresh' | 'none';
  readonly carries: 'json' | 'text' | 'bytes';
  readonly absentIsFine?: boolean;
  /** Whether the call changes nothing: some POSTs, and every GET except those that trigger an action. */
  readonly reads: boolean;
  readonly patienceMs: number;
}

/** The core stops processes one at a time for up to 5 s each, so a call may wait for several. */
const PATIENCE_MS = 30_000;

interface Definition<P extends string, Q extends string, B, A> {
  method?: Exclude<Method, 'GET'>;
  path: P;
  query?: readonly Q[];
  body?: B;
  answer: A;
  bearer?: Route['bearer'];
  carries?: Route['carries'];
  absentIsFine?: boolean;
  reads?: boolean;
  patienceMs?: number;
}

export function route<
  const P extends string,
  A extends z.ZodMiniType,
  const Q extends string = never,
  const B extends z.ZodMiniType | 'raw' | null = null,
>(definition: Definition<P, Q, B, A>): Route<P, Q, B, A> {
  return {
    bearer: 'access',
    carries: 'json',
    method: 'GET',
    reads: !definition.method,
    patienceMs: PATIENCE_MS,
    query: [],
    ...definition,
    body: (definition.body ?? null) as B,
  };
}

export type RawBody = NonNullable<RequestInit['body']>;

type Body<B> = B extends z.ZodMiniType ? { body: z.input<B> } : B extends 'raw' ? { body: RawBody } : unknown;
type Names<P extends string> = [RouteParameter<P>] extends [never] ? unknown : Record<RouteParameter<P>, string>;
type Query<Q extends string> = [Q] extends [never] ? unknown : Partial<Record<Q, string>>;

export type Arguments<R> =
  R extends Route<infer P, infer Q, infer B, z.ZodMiniType> ? Names<P> & Query<Q> & Body<B> : never;
export type Answer<R> = R extends Route<string, string, z.ZodMiniType | 'raw' | null, infer A> ? z.output<A> : never;

/** Fills in `/v3/process/:id` with percent-encoded values and appends the query in the order of the route. */
export function fill({ path, query }: Pick<Route, 'path' | 'query'>, args: Readonly<Record<string, unknown>>): string {
  const filled = path
    .replace(/:([a-z]+)/g, (_, name: string) => encodeURIComponent(String(args[name])))
    .replace(/\*([a-z]+)/g, (_, name: string) =>
      String(args[name]).replace(/^\/+/, '').split('/').map(encodeURIComponent).join('/'),
    );
  const search = query
    .filter((name) => args[name] !== undefined)
    .map((name) => `${name}=${encodeURIComponent(String(args[name]))}`);
  return search.length === 0 ? filled : `${filled}?${search.join('&')}`;
}

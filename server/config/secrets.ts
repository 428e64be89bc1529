import type { Config } from './configSchema.ts';

/** The real core derives the same key, so tokens survive a change between the cores. */
export const deriveTokenKey = ({ jwt, username, password }: Config['api']['auth']): string =>
  username + password + jwt.secret;

/** Shown in place of a stored secret. Sent back, it keeps the stored value. */
export const SET = '********';

type Plain = Readonly<Record<string, unknown>>;

interface Secret {
  readonly path: readonly string[];
  readonly keep: readonly string[];
}

/** Never returned: together, both allow forging tokens. */
const secrets: readonly Secret[] = [
  // A form that never got the password sends it empty.
  { path: ['api', 'auth', 'password'], keep: [SET, ''] },
  { path: ['api', 'auth', 'jwt', 'secret'], keep: [SET] },
];

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function withChange(
  document: Plain,
  [name = '', ...rest]: readonly string[],
  change: (value: unknown) => unknown,
): Plain {
  if (!Object.hasOwn(document, name)) return document;
  const value = document[name];
  if (rest.length > 0) return isPlain(value) ? { ...document, [name]: withChange(value, rest, change) } : document;
  const next = change(value);
  return Object.fromEntries(
    Object.entries(document).flatMap(([key, old]) =>
      key !== name ? [[key, old]] : next === undefined ? [] : [[key, next]],
    ),
  );
}

export const hideSecrets = (config: Config): unknown =>
  secrets.reduce<Plain>((shown, { path }) => withChange(shown, path, (value) => (value === '' ? '' : SET)), config);

export const dropKeptSecrets = (patch: Plain): Plain =>
  secrets.reduce<Plain>(
    (left, { path, keep }) =>
      withChange(left, path, (value) => (typeof value === 'string' && keep.includes(value) ? undefined : value)),
    patch,
  );

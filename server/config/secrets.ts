import type { Config } from './configSchema.ts';

/**
 * User and password are part of the key that tokens are signed with: changing one of them ends all tokens. The key is the
 * real core's own, so whoever is logged in stays so when the same data is served by one.
 */
export const deriveTokenKey = ({ jwt, username, password }: Config['api']['auth']): string =>
  username + password + jwt.secret;

/** Stands where a secret is stored that is not shown. Sent back, it keeps what is stored. */
export const SET = '********';

type Plain = Readonly<Record<string, unknown>>;

interface Secret {
  readonly path: readonly string[];
  /** Values of a change that keep what is stored. */
  readonly keep: readonly string[];
}

/** These secrets are never returned: the operator who set one knows it, and both together allow forging tokens. */
const secrets: readonly Secret[] = [
  // A form that was never given the password sends it empty.
  { path: ['api', 'auth', 'password'], keep: [SET, ''] },
  { path: ['api', 'auth', 'jwt', 'secret'], keep: [SET] },
];

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The document with what `change` makes of the value at `path`; undefined leaves it out. As it is where there is none. */
function changed(document: Plain, [name = '', ...rest]: readonly string[], change: (value: unknown) => unknown): Plain {
  if (!Object.hasOwn(document, name)) return document;
  const value = document[name];
  if (rest.length > 0) return isPlain(value) ? { ...document, [name]: changed(value, rest, change) } : document;
  const next = change(value);
  return Object.fromEntries(
    Object.entries(document).flatMap(([key, old]) =>
      key !== name ? [[key, old]] : next === undefined ? [] : [[key, next]],
    ),
  );
}

/** A config as it is shown where scripts and eyes can reach it. */
export const hideSecrets = (config: Config): unknown =>
  secrets.reduce<Plain>((shown, { path }) => changed(shown, path, (value) => (value === '' ? '' : SET)), config);

/** A change without the secrets that it does not change. */
export const dropKeptSecrets = (patch: Plain): Plain =>
  secrets.reduce<Plain>(
    (left, { path, keep }) =>
      changed(left, path, (value) => (typeof value === 'string' && keep.includes(value) ? undefined : value)),
    patch,
  );

import type { Plugin } from 'esbuild';

/** A login by redirect or pop-up does not need these parts of the SDK, 45 kB (gzip). */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  '@auth0/auth0-auth-js': ['AuthClient', 'AnonymousSessionError'],
  './mfa': ['MfaApiClient'],
  './myaccount': ['MyAccountApiClient'],
  './passkey': ['PasskeyApiClient'],
  dpop: ['generateKeyPair', 'generateProof', 'calculateThumbprint'],
  './worker/token.worker.ts': ['default'],
};

const stubWith = (names: readonly string[]): string =>
  `class Absent {}\nexport { ${names.map((name) => `Absent as ${name}`).join(', ')} };`;

export const trimAuth0: Plugin = {
  name: 'auth0',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^@auth0\/auth0-spa-js$/ }, ({ kind, resolveDir }) =>
      resolve('@auth0/auth0-spa-js/src/Auth0Client.ts', { kind, resolveDir }),
    );
    onResolve({ filter: /./ }, ({ path, importer }) =>
      path in LEFT_OUT && importer.includes('auth0-spa-js') ? { path, namespace: 'auth0' } : null,
    );
    onLoad({ filter: /./, namespace: 'auth0' }, ({ path }) => ({ contents: stubWith(LEFT_OUT[path] ?? []) }));
  },
};

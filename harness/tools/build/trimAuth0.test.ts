import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { trimAuth0 } from './trimAuth0.ts';

it('the installed Auth0 SDK builds without the packages of omitted parts', async () => {
  const { metafile } = await build({
    stdin: { contents: "export { Auth0Client } from '@auth0/auth0-spa-js';", resolveDir: '.' },
    ...{ bundle: true, write: false, format: 'esm', metafile: true, logLevel: 'silent', plugins: [trimAuth0] },
  });
  const packages = Object.keys(metafile.inputs).flatMap(
    (file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [],
  );
  expect([...new Set(packages)].sort()).toEqual(['@auth0/auth0-spa-js', 'browser-tabs-lock', 'es-cookie']);
});

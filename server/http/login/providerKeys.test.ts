import { generateKeyPair, SignJWT } from 'jose';
import { afterEach, expect, it, vi } from 'vitest';
import { createTenants } from './tenants.ts';

afterEach(() => vi.unstubAllGlobals());

it('an endless response of an identity provider is read up to a limit, and lets nobody in', async () => {
  const part = new Uint8Array(100_000).fill(0x20);
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (stream) => {
      sent += part.byteLength;
      // A reader without a limit comes to an end too, with far too much.
      if (sent > 30_000_000) stream.close();
      else stream.enqueue(part);
    },
  });
  vi.stubGlobal('fetch', async () => new Response(body));
  const { privateKey } = await generateKeyPair('RS256');
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'RS256', kid: 'k' })
    .setSubject('auth0|one')
    .setIssuer('https://id.example/')
    .setAudience('https://core')
    .setExpirationTime('1m')
    .sign(privateKey);
  const tenant = { domain: 'id.example', audience: 'https://core', clientid: 'sluice', users: ['auth0|one'] };
  expect(await createTenants({ enable: true, tenants: [tenant] }).letsIn(token)).toBe(false);
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(2_000_000);
});

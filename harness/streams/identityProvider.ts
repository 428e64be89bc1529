import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ownCertificate } from './certificate.ts';

/** Users on its page. The provider accepts both; the core decides. */
const USERS = ['auth0|known', 'auth0|unknown'] as const;
const LIFE_S = 600;

interface LoginRequest {
  clientId: string;
  nonce: string;
  audience: string;
  user: string;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

const page = (query: URLSearchParams) => {
  const hiddenInputs = [...query].map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const buttons = [...USERS, 'nobody'].map((user) => `<button name="user" value="${user}">${user}</button>`);
  return `<!doctype html><html lang="en"><title>Provider</title><form action="/chosen"><h1>Who are you?</h1>${hiddenInputs.join('')}${buttons.join('')}</form></html>`;
};

/** Redirects back, or posts a message if it was opened in a popup. */
function answer(response: ServerResponse, query: URLSearchParams, fields: Readonly<Record<string, string>>) {
  const result = { ...fields, state: query.get('state') ?? '' };
  const back = new URL(query.get('redirect_uri') ?? 'about:blank');
  if (query.get('response_mode') !== 'web_message') {
    for (const [name, value] of Object.entries(result)) back.searchParams.set(name, value);
    response.writeHead(302, { Location: back.href }).end();
    return;
  }
  const message = JSON.stringify({ type: 'authorization_response', response: result });
  response
    .writeHead(200, { 'Content-Type': 'text/html' })
    .end(`<!doctype html><script>opener.postMessage(${message}, ${JSON.stringify(back.origin)})</script>`);
}

/**
 * Like Auth0: authorization code with PKCE, RS256, HTTPS with its own `cert` (PEM). It does not validate codes and
 * verifiers.
 */
export async function identityProvider() {
  const certificate = ownCertificate();
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' };
  const codes = new Map<string, LoginRequest>();
  const logouts: string[] = [];
  const prompts: string[] = [];
  let issuer = '';
  /** User with a session here; null for none. */
  let user: string | null = null;

  const token = (claims: object) => {
    const now = Math.floor(Date.now() / 1000);
    const body = `${encode({ alg: 'RS256', typ: 'JWT', kid: 'one' })}.${encode({ iss: issuer, iat: now, exp: now + LIFE_S, ...claims })}`;
    return `${body}.${createSign('RSA-SHA256').update(body).sign(privateKey, 'base64url')}`;
  };

  /** Shows the login page without a session, or by `prompt` (OpenID Connect Core 1.0, 3.1.2.1). */
  const authorize = (response: ServerResponse, query: URLSearchParams) => {
    const prompt = query.get('prompt');
    prompts.push(prompt ?? '');
    if (user !== null && prompt !== 'login') issueCode(response, query);
    else if (prompt === 'none')
      answer(response, query, { error: 'login_required', error_description: 'Login required' });
    else response.writeHead(200, { 'Content-Type': 'text/html' }).end(page(query));
  };

  const completeLogin = (response: ServerResponse, query: URLSearchParams) => {
    if (query.get('user') === 'nobody') {
      return answer(response, query, { error: 'access_denied', error_description: 'Nobody wanted to log in.' });
    }
    user = query.get('user');
    issueCode(response, query);
  };

  const issueCode = (response: ServerResponse, query: URLSearchParams) => {
    const code = randomUUID();
    const param = (name: string) => query.get(name) ?? '';
    codes.set(code, {
      clientId: param('client_id'),
      nonce: param('nonce'),
      audience: param('audience'),
      user: user ?? '',
    });
    answer(response, query, { code });
  };

  const issue = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const params = body.startsWith('{') ? new Map(Object.entries(JSON.parse(body))) : new URLSearchParams(body);
    const grant = codes.get(String(params.get('code')));
    if (!grant) return response.writeHead(403).end('{"error":"invalid_grant","error_description":"Unknown code"}');
    const { user: sub, audience, clientId, nonce } = grant;
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(
      JSON.stringify({
        access_token: token({ sub, aud: audience }),
        id_token: token({ sub, aud: clientId, nonce }),
        token_type: 'Bearer',
        expires_in: LIFE_S,
        scope: 'openid profile email',
      }),
    );
  };

  const server = createServer(certificate, async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer);
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*');
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else if (pathname === '/.well-known/jwks.json') response.end(JSON.stringify({ keys: [jwk] }));
    else if (pathname === '/authorize') authorize(response, searchParams);
    else if (pathname === '/chosen') completeLogin(response, searchParams);
    else if (pathname === '/oauth/token') await issue(request, response);
    else if (pathname === '/v2/logout') {
      logouts.push(searchParams.get('client_id') ?? '');
      user = null;
      response.writeHead(302, { Location: searchParams.get('returnTo') ?? 'about:blank' }).end();
    } else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const domain = `localhost:${(server.address() as AddressInfo).port}`;
  issuer = `https://${domain}/`;
  return {
    domain,
    cert: certificate.cert,
    user: USERS[0],
    logouts: logouts as readonly string[],
    /** `prompt` of each login, in order; '' if missing. */
    prompts: prompts as readonly string[],
    /** Ends the provider's own session. */
    endSession: () => {
      user = null;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

import { expect, it } from 'vitest';
import { askCore } from './askCore.ts';

const json = (status: number, body: unknown) => async () => new Response(JSON.stringify(body), { status });

it.each<[what: string, send: () => Promise<Response>, verdict: string]>([
  ['names itself', json(200, { app: 'datarhei-core', id: '5c1e' }), 'good'],
  ['hides its id from others', json(200, { app: 'datarhei-core', auths: ['localjwt'] }), 'bad'],
  ['has no name', json(200, { app: 'datarhei-core', id: '' }), 'bad'],
  ['refuses', json(401, { code: 401 }), 'bad'],
  ['forbids', json(403, { code: 403 }), 'bad'],
  ['has an id of another kind', json(200, { app: 'core', id: { toString: 'x' } }), 'bad'],
  ['is behind a proxy but unreachable', json(502, {}), 'unknown'],
  ['is a page', async () => new Response('<html>'), 'unknown'],
  ['is another program', json(200, { status: 'ok' }), 'unknown'],
  ['sends an empty body', async () => new Response(null), 'unknown'],
  ['is a list', json(200, ['id']), 'unknown'],
  [
    'never ends',
    async () => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) })),
    'unknown',
  ],
  ['is unreachable', async () => Promise.reject(new TypeError('fetch failed')), 'unknown'],
])('the token for a core that %s is %s', async (_, send, verdict) => {
  expect(await askCore('http://core', 'token', send)).toBe(verdict);
});

it('the token is sent to the core only, in the header', async () => {
  const sent: [string, RequestInit | undefined][] = [];
  await askCore('http://core/path', 'secret', async (url, options) => {
    sent.push([String(url), options]);
    return new Response('{}');
  });
  expect(sent.map(([url]) => url)).toEqual(['http://core/path/api']);
  expect(sent[0]?.[1]).toMatchObject({ headers: { Authorization: 'Bearer secret' }, redirect: 'error' });
});

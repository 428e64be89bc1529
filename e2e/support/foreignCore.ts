import { once } from 'node:events';
import { createServer } from 'node:http';
import { freePort } from '../../harness/tools/launch/ports.ts';

/** `heard` has a line for each request, with everything that could contain a secret. */
export interface ForeignCore extends AsyncDisposable {
  readonly origin: string;
  readonly host: string;
  readonly heard: string[];
}

type Kind =
  | 'login'
  | 'fresh'
  | 'open'
  /** Requires a login, and redirects it to another origin. */
  | { redirects: string };

const aboutOf = (auths: readonly string[]) => ({
  app: 'datarhei-core',
  auths,
  name: 'Evil twin',
  id: '11111111-2222-4333-8444-555555555555',
  created_at: '2026-01-01T00:00:00Z',
  version: { number: '16.14.0', arch: 'linux/amd64' },
});

function answerOf(kind: Kind, path: string): unknown {
  if (path === '/api') {
    const stranger = kind === 'login' || typeof kind === 'object';
    return stranger ? { app: 'datarhei-core', auths: ['localjwt'], version: { number: '16.0.0' } } : aboutOf([]);
  }
  const overrides = kind === 'open' ? ['api.auth.enable'] : [];
  if (path === '/api/v3/config') return { config: { version: 3, name: 'Evil twin' }, overrides };
  if (path === '/api/v3/skills') {
    // Without a codec it would count as a core that is still inspecting its ffmpeg.
    return { ffmpeg: { version: '5.1.9' }, codecs: { video: [{ id: 'h264', name: 'H.264', encoders: ['libx264'] }] } };
  }
  return [];
}

export async function foreignCore(kind: Kind): Promise<ForeignCore> {
  const port = await freePort();
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    let body = '';
    for await (const piece of request) body += String(piece);
    requests.push(`${method} ${url} ${headers.authorization ?? ''} ${headers.cookie ?? ''} ${body}`.trim());
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*, Authorization, Content-Type');
    response.setHeader('Access-Control-Allow-Methods', '*');
    if (method === 'OPTIONS') return response.writeHead(204).end();
    if (typeof kind === 'object' && url === '/api/login') {
      return response.writeHead(307, { Location: `${kind.redirects}/api/login` }).end();
    }
    if (url === '/api/login') {
      response.writeHead(401, { 'Content-Type': 'application/json' });
      return response.end(JSON.stringify({ code: 401, message: 'Unauthorized', details: [] }));
    }
    response.writeHead(200, { 'Content-Type': 'application/json' });
    return response.end(JSON.stringify(answerOf(kind, url.replace(/\?.*/, ''))));
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${port}`;
  return {
    origin: `http://${host}`,
    host,
    heard: requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

import { readdir, readFile } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/** `gzip`: compressed, like behind a web server. `raw`: as cores serve it, plain and uncached. */
export type Delivery = 'gzip' | 'raw';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const SMALLER = new Set(['.html', '.js', '.css', '.json', '.svg']);

/** The default level of web servers. */
const LEVEL = 6;

/** Reads the files once, so that a build does not change the measurement. */
export async function serveInterface(folder: string, core: string, delivery: Delivery) {
  const files = new Map<string, { body: Buffer; headers: Record<string, string> }>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const type = path.extname(file);
    const zip = delivery === 'gzip' && SMALLER.has(type);
    const text = await readFile(file);
    files.set(`/ui/${path.relative(folder, file)}`, {
      body: zip ? gzipSync(text, { level: LEVEL }) : text,
      headers: {
        'Content-Type': TYPES[type] ?? 'application/octet-stream',
        ...(zip && { 'Content-Encoding': 'gzip' }),
      },
    });
  }

  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, answer) => {
    const { pathname } = new URL(incoming.url ?? '/', core);
    const found = files.get(pathname === '/ui/' ? '/ui/index.html' : pathname);
    if (found) {
      answer.writeHead(200, { ...found.headers, 'Content-Length': found.body.length }).end(found.body);
      return;
    }
    const passed = request(
      new URL(incoming.url ?? '/', core),
      { method: incoming.method, headers: { ...incoming.headers, host: new URL(core).host }, agent },
      (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      },
    );
    passed.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server without a port');
  return {
    ui: `http://127.0.0.1:${address.port}/ui/`,
    async close() {
      server.closeAllConnections();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

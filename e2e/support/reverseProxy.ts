import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { freePort } from '../../harness/tools/launch/ports.ts';

/** A reverse proxy at another origin that serves the core below a path. */
export interface Front extends AsyncDisposable {
  readonly below: string;
  pageWith(markup: string): string;
}

const PATH = '/a/b';

export async function startReverseProxy(core: string): Promise<Front> {
  const port = await freePort();
  let shown = '';
  const server = createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming;
    if (!url.startsWith(`${PATH}/`)) {
      outgoing.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
      outgoing.end(
        `<!doctype html><html lang="en"><title>Elsewhere</title><link rel="icon" href="data:,">${shown}</html>`,
      );
      return;
    }
    const { host: _, ...passed } = headers;
    const forwarded = request(`${core}${url.slice(PATH.length)}`, { method, headers: passed }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${port}`;
  return {
    below: `${origin}${PATH}`,
    pageWith(markup) {
      shown = markup;
      return `${origin}/`;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

import { once } from 'node:events';
import { createServer } from 'node:http';

interface PutReceiver extends AsyncDisposable {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  /** Path and query of what was put, in order of first arrival. */
  readonly files: readonly string[];
}

/** Keeps what is put and gives it back, as an origin for HLS does. */
export async function putReceiver(): Promise<PutReceiver> {
  const held = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const name = request.url ?? '/';
    if (request.method === 'PUT') {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      held.set(name, Buffer.concat(parts));
      response.writeHead(201).end();
      return;
    }
    const body = held.get(name);
    if (body) response.writeHead(200).end(body);
    else response.writeHead(404).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A server without a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    get files() {
      return [...held.keys()];
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

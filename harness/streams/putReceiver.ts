import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';

interface PutReceiver extends AsyncDisposable {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  /** Path and query of all PUTs, in order of first arrival. */
  readonly files: readonly string[];
  readonly puts: number;
}

/**
 * @param login `user:password`; requests without it get a 401
 * @param stored initial files
 */
export async function putReceiver(login?: string, port = 0, stored = new Map<string, Buffer>()): Promise<PutReceiver> {
  const files = new Set<string>();
  let puts = 0;
  const isKnown = ({ headers }: IncomingMessage) =>
    login === undefined || headers.authorization === `Basic ${Buffer.from(login).toString('base64')}`;
  const refuse = (response: ServerResponse) =>
    response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="uploads"', 'Content-Length': 0 }).end();
  const take: RequestListener = async (request, response) => {
    const name = request.url ?? '/';
    if (request.method === 'PUT') {
      if (!isKnown(request)) {
        request.resume();
        refuse(response);
        return;
      }
      const parts: Buffer[] = [];
      try {
        for await (const part of request) parts.push(part);
      } catch {
        return; // disconnected during the upload
      }
      stored.set(name, Buffer.concat(parts));
      files.add(name);
      puts += 1;
      response.writeHead(201).end();
      return;
    }
    const body = stored.get(name);
    if (body) response.writeHead(200).end(body);
    else response.writeHead(404).end();
  };
  const server = createServer(take);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (!isKnown(request)) return void refuse(response);
    response.writeContinue();
    return take(request, response);
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A server without a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    get files() {
      return [...files];
    },
    get puts() {
      return puts;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createServer } from 'node:tls';

interface TlsPort extends AsyncDisposable {
  /** `127.0.0.1:port` */
  readonly host: string;
}

/** A port where TLS is spoken, and nobody comes to an understanding: it has no certificate. */
export async function tlsPort(): Promise<TlsPort> {
  const sockets = new Set<Socket>();
  const server = createServer().listen(0, '127.0.0.1');
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A server without a port');
  return {
    host: `127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

import { once } from 'node:events';
import type { Server, Socket } from 'node:net';

export interface OpenServer extends AsyncDisposable {
  /** `127.0.0.1:port` */
  readonly host: string;
}

/** Listens on this machine; closing it cuts all connections. */
export async function listenOnLoopback(server: Server, port = 0): Promise<OpenServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A server without a port');
  return {
    host: `127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.resetAndDestroy();
      server.close();
      await once(server, 'close');
    },
  };
}

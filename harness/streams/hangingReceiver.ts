import { connect, createServer, type Socket } from 'node:net';
import { listenOnLoopback, type OpenServer } from './listenOnLoopback.ts';

export interface HangingReceiver extends OpenServer {
  /** Stops reading from current connections; later ones are served. */
  hang(): void;
  connections(): number;
  /** Bytes read from the last connection. */
  taken(): number;
}

/**
 * A proxy that can hang, like a platform whose load balancer keeps a dead connection.
 * @param to host and port of the receiver
 */
export async function hangingReceiver(to: string): Promise<HangingReceiver> {
  const [host = '', port = ''] = to.split(':');
  const open = new Set<Socket>();
  let connections = 0;
  let received = 0;
  const server = await listenOnLoopback(
    createServer((socket) => {
      connections++;
      received = 0;
      open.add(socket);
      const upstream = connect(Number(port), host);
      socket.on('data', (bytes) => {
        received += bytes.length;
        upstream.write(bytes);
      });
      upstream.on('data', (bytes) => socket.write(bytes));
      for (const [from, to] of [
        [socket, upstream],
        [upstream, socket],
      ] as const) {
        from.on('error', () => from.destroy());
        from.on('close', () => {
          open.delete(socket);
          to.destroy();
        });
      }
    }),
  );
  return {
    host: server.host,
    hang() {
      for (const socket of open) socket.pause();
    },
    connections: () => connections,
    taken: () => received,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

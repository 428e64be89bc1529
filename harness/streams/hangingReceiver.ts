import { connect, createServer, type Socket } from 'node:net';
import { listenOnLoopback, type OpenServer } from './listenOnLoopback.ts';

export interface HangingReceiver extends OpenServer {
  /** Reads nothing more from who is connected now; whoever connects from then on is served as before. */
  hang(): void;
  /** How often somebody has connected. */
  connections(): number;
  /** How much was taken of the last connection. */
  taken(): number;
}

/**
 * Passes on what it is sent to a receiver, until it hangs: as a platform whose load balancer keeps a connection that
 * nobody reads any more.
 * @param to host and port of the receiver
 */
export async function hangingReceiver(to: string): Promise<HangingReceiver> {
  const [host = '', port = ''] = to.split(':');
  const open = new Set<Socket>();
  let connections = 0;
  let taken = 0;
  const server = await listenOnLoopback(
    createServer((socket) => {
      connections++;
      taken = 0;
      open.add(socket);
      const behind = connect(Number(port), host);
      socket.on('data', (bytes) => {
        taken += bytes.length;
        behind.write(bytes);
      });
      behind.on('data', (bytes) => socket.write(bytes));
      for (const [one, other] of [
        [socket, behind],
        [behind, socket],
      ] as const) {
        one.on('error', () => one.destroy());
        one.on('close', () => {
          open.delete(socket);
          other.destroy();
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
    taken: () => taken,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

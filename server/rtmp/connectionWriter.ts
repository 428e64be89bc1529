import type { Socket } from 'node:net';
import { toNetworkPrefix } from '../util/networks.ts';

export interface Connection {
  /** `address:port`, brackets around IPv6. */
  readonly remote: string;
  readonly network: string;
  bytes(): { read: number; written: number };
  backlog(): number;
  pieces(): number;
  write(data: Buffer): void;
  /** Lets the peer read the last message, then closes. */
  goodbye(last?: Buffer): void;
  cut(): void;
  isOpen(): boolean;
}

/** Closing while the peer sends would discard the last message. */
const GOODBYE_MS = 2_000;

export function createConnection(socket: Socket): Connection {
  let closing = false;
  let pieces = 0;
  const sent = () => {
    pieces -= 1;
  };
  const isOpen = () => !closing && !socket.destroyed;
  return {
    remote: remoteOf(socket),
    network: toNetworkPrefix(socket.remoteAddress ?? ''),
    bytes: () => ({ read: socket.bytesRead, written: socket.bytesWritten }),
    backlog: () => socket.writableLength,
    pieces: () => pieces,
    write(data) {
      if (!isOpen()) return;
      pieces += 1;
      socket.write(data, sent);
    },
    goodbye(last) {
      if (!isOpen()) return;
      closing = true;
      if (last === undefined) socket.end();
      else socket.end(last);
      const timer = setTimeout(() => socket.destroy(), GOODBYE_MS);
      timer.unref();
      socket.once('close', () => clearTimeout(timer));
    },
    cut: () => socket.destroy(),
    isOpen,
  };
}

function remoteOf({ remoteAddress = '', remotePort = 0 }: Socket): string {
  // A dual-stack socket shows IPv4 as `::ffff:127.0.0.1`.
  const address = remoteAddress.replace(/^::ffff:(?=\d+\.)/i, '');
  return address.includes(':') ? `[${address}]:${remotePort}` : `${address}:${remotePort}`;
}

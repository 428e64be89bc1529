import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { limit } from '../../util/limits.ts';
import { toNetworkPrefix } from '../../util/networks.ts';

/** Descriptors reserved for ffmpeg, files and RTMP. */
const KEPT_FREE = 512;
/** Descriptors of a connection and the file that it gets. */
const PER_CONNECTION = 2;

/** @param limits contents of `/proc/self/limits`; null if unknown */
export function countAllowedConnections(limits: string | null): number {
  const open = Number(/^Max open files\s+(\d+)/m.exec(limits ?? '')?.[1] ?? Number.POSITIVE_INFINITY);
  return Math.max(64, Math.min(limit('connections'), Math.floor((open - KEPT_FREE) / PER_CONNECTION)));
}

interface Connection {
  readonly network: string;
  readonly line: (() => void)[];
  /** The connection is busy until this response closes. */
  answer: ServerResponse | null;
  /** True during an upload, which may be one of the core's ffmpeg processes. */
  isWriting: boolean;
  isOver: boolean;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

export interface Connections {
  watch(server: Server, event: 'connection' | 'secureConnection'): void;
  inTurn(handle: Handle): Handle;
}

const isBusy = ({ answer }: Connection): boolean => answer !== null && !answer.closed;

const BUSY = 'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n';

/** The greediest network loses an idle one, or for a newcomer of another network its first one without an upload. */
export function createConnections(max: number, mostInLine = limit('pipelined')): Connections {
  const all = new Map<Socket, Connection>();
  const sizes = new Map<string, number>();

  const forget = (socket: Socket, { network }: Connection) => {
    if (!all.delete(socket)) return;
    const left = (sizes.get(network) ?? 1) - 1;
    if (left === 0) sizes.delete(network);
    else sizes.set(network, left);
  };

  const findVictim = (newcomer: Socket): Socket | null => {
    const own = all.get(newcomer)?.network;
    const [greediest = ''] = [...sizes].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0]);
    const candidates = [...all].filter(([socket, { network }]) => network === greediest && socket !== newcomer);
    const idle = candidates.find(([, connection]) => !isBusy(connection));
    const reading = candidates.find(([, { isWriting }]) => !isWriting);
    return (idle ?? (greediest === own ? undefined : reading))?.[0] ?? null;
  };

  const onOpen = (socket: Socket) => {
    const network = toNetworkPrefix(socket.remoteAddress ?? '');
    const connection: Connection = { network, line: [], answer: null, isWriting: false, isOver: false };
    all.set(socket, connection);
    sizes.set(network, (sizes.get(network) ?? 0) + 1);
    socket.once('close', () => forget(socket, connection));
    if (all.size <= max) return;
    const victim = findVictim(socket);
    forget(victim ?? socket, all.get(victim ?? socket) ?? connection);
    if (victim !== null) victim.destroy();
    else if (socket instanceof TLSSocket) socket.destroy();
    else socket.end(BUSY, () => socket.destroy());
  };

  const next = (socket: Socket, connection: Connection) => {
    if (socket.destroyed) connection.line.length = 0;
    while (connection.line.length > 0 && !isBusy(connection)) connection.line.shift()?.();
    if (connection.line.length > 0) connection.answer?.once('close', () => next(socket, connection));
  };

  return {
    watch: (server, event) => {
      server.on(event, onOpen);
    },
    inTurn: (handle) => (request, response) => {
      const connection = all.get(request.socket);
      if (connection === undefined || connection.isOver) return;
      if (connection.line.length >= mostInLine) {
        connection.isOver = true;
        connection.line.length = 0;
        request.socket.destroy();
        return;
      }
      const handleRequest = () => {
        connection.isWriting = request.method !== 'GET' && request.method !== 'HEAD';
        connection.answer = response;
        handle(request, response);
      };
      if (!isBusy(connection)) return handleRequest();
      connection.line.push(handleRequest);
      if (connection.line.length === 1) connection.answer?.once('close', () => next(request.socket, connection));
    },
  };
}

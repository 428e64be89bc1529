import type { Socket } from 'node:net';
import { createServer, type Server } from 'node:tls';
import type { CertificateSource } from '../certificates/index.ts';
import type { Log } from '../log/index.ts';
import { errorCodeOf, messageOf } from '../util/errorMessage.ts';
import type { ConnectionSlots, SlotClient } from './connectionSlots.ts';
import { createConnection } from './connectionWriter.ts';

interface RtmpsDeps {
  readonly certificates: Pick<CertificateSource, 'serve'>;
  readonly handshakeMs: number;
  readonly waiting: ConnectionSlots;
  readonly log: Log;
  serve(socket: Socket): void;
}

/** TLS in front of the RTMP server. During the handshake, a connection holds a slot and nothing more. */
export function createRtmpsServer({ certificates, handshakeMs, waiting, log, serve }: RtmpsDeps): Server {
  const server = createServer({ noDelay: true, handshakeTimeout: handshakeMs });
  certificates.serve(server);
  /** By addresses, because Node exposes the raw connection only in this event. */
  const handshakes = new Map<string, () => void>();
  const writeLog = (level: 'debug' | 'warn', text: string, remote: string, error: unknown) =>
    log.write(level, 'RTMPS', text, { remote, error: messageOf(error) });

  server.on('connection', (socket) => {
    const { network, remote, cut } = createConnection(socket);
    const name = nameOf(socket);
    const slotClient: SlotClient = {
      network,
      leave() {
        writeLog('debug', 'Gives its place to another connection', remote, 'its TLS handshake is not over');
        cut();
      },
    };
    waiting.take(slotClient);
    const release = () => {
      handshakes.delete(name);
      waiting.give(slotClient);
    };
    handshakes.set(name, release);
    socket.on('close', release);
  });
  server.on('secureConnection', (socket) => {
    handshakes.get(nameOf(socket))?.();
    serve(socket);
  });
  server.on('tlsClientError', (error, socket) => {
    const { remote, cut } = createConnection(socket);
    const isPlain = plainCodes.has(errorCodeOf(error));
    if (isPlain) writeLog('warn', 'Refused', remote, 'it does not speak TLS: this is the port of rtmps:// addresses');
    else writeLog('debug', 'TLS handshake failed', remote, error);
    // After its own timeout, Node leaves the connection open.
    cut();
  });
  return server;
}

/** OpenSSL's errors for RTMP and HTTP instead of a handshake. */
const plainCodes: ReadonlySet<unknown> = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_HTTP_REQUEST']);

const nameOf = ({ localAddress, localPort, remoteAddress, remotePort }: Socket): string =>
  [localAddress, localPort, remoteAddress, remotePort].join(' ');

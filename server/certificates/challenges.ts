import { createServer, get, type Server } from 'node:http';
import { describeListenError } from '../config/address.ts';
import type { LogRing } from '../log/index.ts';
import { errorCodeOf } from '../util/errorMessage.ts';
import { CertificateError } from './certificateTypes.ts';

export const CHALLENGE_PATH = '/.well-known/acme-challenge/';

/** Proves to an authority that a name leads here (RFC 8555, 8.3). */
export interface Challenges {
  answer(token: string): string | null;
  /** Serves the token until the returned function is called. Throws a `CertificateError` if another program owns the port. */
  show(token: string, keyAuthorization: string, httpPort: number): Promise<() => Promise<void>>;
}

interface Place {
  readonly host: string;
  readonly port: number;
  readonly log: LogRing;
  readonly shown: Map<string, string>;
}

const TIMEOUT_MS = 5_000;
const MAX_CONNECTIONS = 64;

export function createChallenges({ host, port, log, shown }: Place): Challenges {
  const answer = (token: string) => shown.get(token) ?? null;

  /** Returns null if the port cannot be opened; it may still be forwarded to the HTTP server. */
  const openPort = async (token: string): Promise<Server | null> => {
    const server = createServer((request, response) => {
      const path = request.url ?? '';
      const found = path.startsWith(CHALLENGE_PATH) ? answer(path.slice(CHALLENGE_PATH.length)) : null;
      response
        .writeHead(found === null ? 404 : 200, { 'Content-Type': 'text/plain', Connection: 'close' })
        .end(found ?? '');
    });
    server.maxConnections = MAX_CONNECTIONS;
    server.headersTimeout = TIMEOUT_MS;
    server.setTimeout(TIMEOUT_MS);
    const fault = await new Promise<unknown>((resolve) => {
      server.once('error', resolve);
      server.listen(host === '' ? { port } : { port, host }, () => resolve(null));
    });
    if (fault === null) return server;
    const error = describeListenError(fault);
    if (errorCodeOf(fault) === 'EADDRINUSE' && (await readFrom(host, port, token)) !== answer(token)) {
      throw new CertificateError('port-taken', `port ${port}: ${error}`);
    }
    log.write('info', 'TLS', 'The port of the authority has to be forwarded to the HTTP server', { port, error });
    return null;
  };

  return {
    answer,
    async show(token, keyAuthorization, httpPort) {
      shown.set(token, keyAuthorization);
      try {
        const server = port === httpPort ? null : await openPort(token);
        return async () => {
          shown.delete(token);
          await closeServer(server);
        };
      } catch (error) {
        shown.delete(token);
        throw error;
      }
    },
  };
}

function closeServer(server: Server | null): Promise<void> {
  return new Promise((resolve) => {
    if (server === null) return resolve();
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function readFrom(host: string, port: number, token: string): Promise<string | null> {
  return new Promise((resolve) => {
    const request = get({ host: host === '' ? '127.0.0.1' : host, port, path: CHALLENGE_PATH + token, agent: false });
    const timer = setTimeout(() => request.destroy(), TIMEOUT_MS);
    const settle = (text: string | null) => {
      clearTimeout(timer);
      request.destroy();
      resolve(text);
    };
    request.on('error', () => settle(null));
    request.on('response', (response) => {
      let text = '';
      response.on('data', (part) => {
        text += String(part);
        if (text.length > 1_000) settle(null);
      });
      response.on('end', () => settle(text));
      response.on('error', () => settle(null));
    });
  });
}

import { createServer } from 'node:tls';
import { listenOnLoopback, type OpenServer } from './listenOnLoopback.ts';

/** A TLS server whose handshakes always fail, because it has no certificate. */
export const tlsServerWithoutCertificate = (): Promise<OpenServer> => listenOnLoopback(createServer());

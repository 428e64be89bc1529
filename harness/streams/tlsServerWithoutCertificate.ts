import { createServer } from 'node:tls';
import { listenOnLoopback, type OpenServer } from './listenOnLoopback.ts';

/** A port where TLS is spoken, and nobody comes to an understanding: it has no certificate. */
export const tlsServerWithoutCertificate = (): Promise<OpenServer> => listenOnLoopback(createServer());

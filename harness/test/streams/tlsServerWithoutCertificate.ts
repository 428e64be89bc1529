import { createServer } from 'node:tls';
import { type OpenServer, openServer } from './openServer.ts';

/** A port where TLS is spoken, and nobody comes to an understanding: it has no certificate. */
export const tlsServerWithoutCertificate = (): Promise<OpenServer> => openServer(createServer());

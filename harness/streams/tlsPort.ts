import { createServer } from 'node:tls';
import { type Opened, opened } from './opened.ts';

/** A port where TLS is spoken, and nobody comes to an understanding: it has no certificate. */
export const tlsPort = (): Promise<Opened> => opened(createServer());

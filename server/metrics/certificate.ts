import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Config } from '../config/configSchema.ts';

export interface ServerCertificate {
  /** The alternative names: `live.example.org`, `*.example.org`, `192.0.2.1`. */
  readonly names: readonly string[];
  /** Unix time in ms; NaN never. */
  readonly endsAtMs: number;
}

const NAME = /^(?:DNS|IP Address):(.+)$/;

/** The first certificate of a file is the server's own; null where it is none. */
export function readCertificate(pem: Buffer): ServerCertificate | null {
  try {
    const { subjectAltName = '', validTo } = new X509Certificate(pem);
    const names = subjectAltName.split(', ').flatMap((name) => NAME.exec(name)?.[1] ?? []);
    const endsAtMs = Date.parse(validTo);
    return Number.isNaN(endsAtMs) ? null : { names, endsAtMs };
  } catch {
    return null; // the HTTPS server says what is wrong with it
  }
}

/** The certificate of the HTTPS server that is about to be opened; null without one. */
export async function readUsedCertificate({ tls }: Pick<Config, 'tls'>): Promise<ServerCertificate | null> {
  if (!tls.enable || tls.auto) return null;
  return readCertificate(await readFile(tls.cert_file).catch(() => Buffer.of()));
}

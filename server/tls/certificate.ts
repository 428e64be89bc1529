import { readFile } from 'node:fs/promises';
import { createSecureContext, type Server } from 'node:tls';
import type { Config } from '../config/configSchema.ts';
import { messageOf } from '../util/errorMessage.ts';

/** The certificate of the TLS servers of this core. */
export interface CertificateSource {
  /** Equips a server before it listens. */
  serve(server: Server): void;
}

/** The files of the operator, as they are now; null: TLS is off. Throws a sentence when they cannot be used. */
export async function openCertificates({ tls }: Pick<Config, 'tls'>): Promise<CertificateSource | null> {
  if (!tls.enable || tls.auto) return null;
  const certificate = {
    cert: await readPart('tls.cert_file', tls.cert_file),
    key: await readPart('tls.key_file', tls.key_file),
  };
  try {
    createSecureContext(certificate);
  } catch (error) {
    // Words of OpenSSL, with its line numbers, name neither of the files.
    const reason = messageOf(error).replace(/^error:[^:]*:/, '');
    throw new Error(`${tls.cert_file} and ${tls.key_file} are no certificate with its key (tls): ${reason}`);
  }
  return { serve: (server) => server.setSecureContext(certificate) };
}

const readPart = (field: string, path: string): Promise<Buffer> =>
  readFile(path).catch((error: unknown) => {
    throw new Error(`${path} cannot be read (${field}): ${messageOf(error)}`);
  });

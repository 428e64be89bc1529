import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Config } from '../config/configSchema.ts';
import { messageOf } from '../util/errorMessage.ts';

/** As the servers for TLS take it: PEM, the chain after the certificate itself. */
export interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** The certificate of the HTTPS and RTMPS servers; null: TLS is off. Throws a sentence when it cannot be used. */
export async function loadCertificate({ tls }: Pick<Config, 'tls'>): Promise<Certificate | null> {
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
  return certificate;
}

const readPart = (field: string, path: string): Promise<Buffer> =>
  readFile(path).catch((error: unknown) => {
    throw new Error(`${path} cannot be read (${field}): ${messageOf(error)}`);
  });

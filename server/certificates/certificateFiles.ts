import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Config } from '../config/configSchema.ts';
import { messageOf } from '../util/errorMessage.ts';
import type { KeyPair } from './readCertificate.ts';

/** The operator's own, as the files are now; null: TLS is off, or automatic. Throws a sentence when they cannot be used. */
export async function readCertificateFiles({ tls }: Pick<Config, 'tls'>): Promise<KeyPair | null> {
  if (!tls.enable || tls.auto) return null;
  const pair = {
    cert: await readPart('tls.cert_file', tls.cert_file),
    key: await readPart('tls.key_file', tls.key_file),
  };
  try {
    createSecureContext(pair);
  } catch (error) {
    // Words of OpenSSL, with its line numbers, name neither of the files.
    const reason = messageOf(error).replace(/^error:[^:]*:/, '');
    throw new Error(`${tls.cert_file} and ${tls.key_file} are no certificate with its key (tls): ${reason}`);
  }
  return pair;
}

const readPart = (field: string, path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    throw new Error(`${path} cannot be read (${field}): ${messageOf(error)}`);
  });

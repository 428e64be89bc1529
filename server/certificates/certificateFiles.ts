import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Config } from '../config/configSchema.ts';
import { messageOf } from '../util/errorMessage.ts';
import type { KeyPair } from './readCertificate.ts';

/** Returns null if TLS is off or automatic. Throws a readable sentence if the files cannot be used. */
export async function readCertificateFiles({ tls }: Pick<Config, 'tls'>): Promise<KeyPair | null> {
  if (!tls.enable || tls.auto) return null;
  const pair = {
    cert: await readPart('tls.cert_file', tls.cert_file),
    key: await readPart('tls.key_file', tls.key_file),
  };
  try {
    createSecureContext(pair);
  } catch (error) {
    // The OpenSSL message names neither file.
    const reason = messageOf(error).replace(/^error:[^:]*:/, '');
    throw new Error(`${tls.cert_file} and ${tls.key_file} are no certificate with its key (tls): ${reason}`);
  }
  return pair;
}

const readPart = (field: string, path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    throw new Error(`${path} cannot be read (${field}): ${messageOf(error)}`);
  });

import { createPrivateKey, X509Certificate } from 'node:crypto';

export interface ServerCertificate {
  /** Subject alternative names. */
  readonly names: readonly string[];
  /** Unix times in ms, never NaN. */
  readonly startsAtMs: number;
  readonly endsAtMs: number;
}

/** A key and its certificate with the chain, both PEM. */
export interface KeyPair {
  readonly key: string;
  readonly cert: string;
}

const NAME = /^(?:DNS|IP Address):(.+)$/;

/** Reads the first certificate of a file, the server's own; null if it is malformed. */
export function readCertificate(pem: Buffer | string): ServerCertificate | null {
  try {
    const { subjectAltName = '', validFrom, validTo } = new X509Certificate(pem);
    const names = subjectAltName.split(', ').flatMap((name) => NAME.exec(name)?.[1] ?? []);
    const [startsAtMs, endsAtMs] = [Date.parse(validFrom), Date.parse(validTo)];
    return Number.isNaN(startsAtMs) || Number.isNaN(endsAtMs) ? null : { names, startsAtMs, endsAtMs };
  } catch {
    return null; // The HTTPS server reports the fault.
  }
}

export function isPairFor(name: string, { key, cert }: KeyPair): boolean {
  try {
    const certificate = new X509Certificate(cert);
    return certificate.checkPrivateKey(createPrivateKey(key)) && certificate.checkHost(name) !== undefined;
  } catch {
    return false;
  }
}

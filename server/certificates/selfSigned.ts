import type { KeyPair } from './readCertificate.ts';

const VALID_MS = 365 * 24 * 60 * 60 * 1000;
const CURVE = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** A certificate that nobody has signed, for servers that wait for a real one. It is stored nowhere. */
export async function createSelfSigned(names: readonly string[]): Promise<KeyPair> {
  const x509 = await import('@peculiar/x509');
  const keys = await crypto.subtle.generateKey(CURVE, true, ['sign', 'verify']);
  const made = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Sluice (not from an authority)',
    // The clock of a client may be behind.
    notBefore: new Date(Date.now() - 24 * 60 * 60 * 1000),
    notAfter: new Date(Date.now() + VALID_MS),
    signingAlgorithm: CURVE,
    keys,
    extensions: [new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns' as const, value })))],
  });
  const key = x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return { key, cert: made.toString('pem') };
}

import { expect, it } from 'vitest';
import { ownCertificate } from '../../harness/streams/certificate.ts';
import { readCertificate } from './readCertificate.ts';

it('readCertificate returns the names and the expiry', () => {
  const found = readCertificate(Buffer.from(ownCertificate().cert));
  expect(found?.names).toContain('localhost');
  expect(found?.endsAtMs).toBeGreaterThan(Date.now());
});

it.each(['', 'no certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'])(
  '%j is not a certificate',
  (text) => expect(readCertificate(Buffer.from(text))).toBeNull(),
);

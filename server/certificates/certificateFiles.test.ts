import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ownCertificate } from '../../harness/streams/certificate.ts';
import { testTempDir } from '../../harness/test/core/testTempDir.ts';
import { Config } from '../config/configSchema.ts';
import { readCertificateFiles } from './certificateFiles.ts';

const folder = testTempDir();
const own = ownCertificate();
const other = ownCertificate();
const writeFile = (name: string, content: string) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const cert_file = writeFile('cert.pem', own.cert);
const key_file = writeFile('key.pem', own.key);
const load = (tls: object) =>
  readCertificateFiles(Config.parse({ tls: { enable: true, cert_file, key_file, ...tls } }));

it('a certificate is read with its key, and only while TLS is on', async () => {
  expect(await load({})).not.toBeNull();
  expect(await load({ enable: false })).toBeNull();
});

it.each([
  ['a file that is gone', { cert_file: join(folder, 'none.pem') }, /none\.pem cannot be read \(tls\.cert_file\)/],
  [
    'text in place of a certificate',
    { cert_file: writeFile('text.pem', 'hello') },
    /text\.pem and .*key\.pem are no cert/,
  ],
  ['half a file', { cert_file: writeFile('half.pem', own.cert.slice(0, 200)) }, /half\.pem and .*are no certificate/],
  [
    'the key of another certificate',
    { key_file: writeFile('other.pem', other.key) },
    /other\.pem are no certificate with/,
  ],
])('the error for %s names the file', async (_, tls, message) => {
  await expect(load(tls)).rejects.toThrow(message);
});

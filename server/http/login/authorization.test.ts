import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { start } from '../../../harness/test/core/testing.ts';
import { testTempDir } from '../../../harness/test/core/testTempDir.ts';

function ownCertificate() {
  const home = testTempDir();
  const files = { key: join(home, 'key.pem'), cert: join(home, 'cert.pem') };
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-subj', '/CN=localhost', '-keyout', files.key, '-out', files.cert];
  execFileSync('openssl', ['req', '-x509', ...curve, '-days', '2', ...subject], { stdio: 'pipe' });
  return files;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const statusOverTls = (port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/api', rejectUnauthorized: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

it.each([
  ['http', 403, 200],
  ['https', 200, 403],
])('the access list of %s applies to that server only', async (server, plain, secure) => {
  const { cert, key } = ownCertificate();
  const port = await freePort();
  const { ask } = await start({
    CORE_TLS_ENABLE: 'true',
    CORE_TLS_ADDRESS: `127.0.0.1:${port}`,
    CORE_TLS_CERT_FILE: cert,
    CORE_TLS_KEY_FILE: key,
    [`CORE_API_ACCESS_${server.toUpperCase()}_BLOCK`]: '127.0.0.0/8',
  });
  expect([(await ask('GET', '/api')).status, await statusOverTls(port)]).toEqual([plain, secure]);
});

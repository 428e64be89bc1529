import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ownCertificate } from '../../harness/streams/certificate.ts';
import { freePort } from '../../harness/tools/launch/ports.ts';
import { test as base, expect } from '../fixtures.ts';
import { SettingsPages } from '../pages/settings.ts';

/** A core with a name and a certificate that nobody has signed. */
const test = base.extend<{ httpsPort: number }>({
  httpsPort: async ({ user: _ }, use) => use(await freePort()),
  environment: async ({ httpsPort }, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'https-'));
    const { cert, key } = ownCertificate();
    const [certFile, keyFile] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
    await Promise.all([writeFile(certFile, cert), writeFile(keyFile, key)]);
    await use({
      CORE_HOST_NAME: 'localhost',
      CORE_TLS_ENABLE: 'true',
      CORE_TLS_ADDRESS: `:${httpsPort}`,
      CORE_TLS_CERT_FILE: certFile,
      CORE_TLS_KEY_FILE: keyFile,
    });
    await rm(folder, { recursive: true });
  },
});

test('why HTTPS does not come is said with the port, the name and the certificate @own-core @this-machine', async ({
  operator,
  page,
  httpsPort,
  pageErrors,
  settings,
}) => {
  pageErrors.allow({
    line: /^(request failed: GET https:\/\/localhost(:\d+)?\/ net::ERR_|console: .*https:\/\/localhost)/,
    why: 'This browser tries both ports: nothing is at one, and nobody has signed the certificate at the other.',
  });
  const found = page.getByRole('list', { name: 'Check HTTPS' });
  await operator.enter();
  await settings.open();
  await page.getByRole('button', { name: 'Check HTTPS' }).click();
  // It counts for two days.
  await expect(found).toContainText("Days left of the server's certificate: 1. Renew it and restart the core.");
  await expect(found).toContainText(/localhost resolves to .*127\.0\.0\.1.*\. The internet does not lead there\./);
  await expect(found).toContainText(
    `Port ${httpsPort} of localhost responds, but this browser rejects its certificate`,
  );

  await test.step('lines for a proxy have the name and the port', async () => {
    await settings.field('Configuration for a proxy').selectOption('Caddy');
    const lines = page.getByRole('list', { name: 'Caddyfile' });
    await expect(lines).toContainText(`reverse_proxy 127.0.0.1:${new URL(page.url()).port}`);
    await settings.field('Configuration for a proxy').selectOption('nginx');
    await expect(page.getByRole('list', { name: 'nginx.conf' })).toContainText('server_name localhost;');
  });
});

base.describe('on a shared core', () => {
  base.use({ sharesCore: true });

  base('a core without a name is told what HTTPS needs', async ({ operator, page }) => {
    await operator.enter();
    await new SettingsPages(page).open();
    await page.getByRole('button', { name: 'Check HTTPS' }).click();
    await expect(page.getByRole('list', { name: 'Check HTTPS' })).toContainText('HTTPS needs a public domain.');
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { pathToFileURL } from 'node:url';
import { acmeAuthority } from '../../harness/streams/acmeAuthority.ts';
import { ownCertificate } from '../../harness/streams/certificate.ts';
import { freePort } from '../../harness/tools/launch/ports.ts';
import { SettingsPages } from '../pages/settings.ts';
import { test as base, expect } from '../test.ts';

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

test('HTTPS problems are explained with the port, the hostname and the certificate @own-core @this-machine', async ({
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
  // The certificate is valid for two days.
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

const NAME = 'live.example.org';

/** Resolves the hostname in the process of the core, in place of a DNS record. */
const DNS_RECORD = `
import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
const { lookup } = dns;
dns.lookup = (name, ...given) =>
  name === '${NAME}' ? Promise.resolve({ address: '127.0.0.1', family: 4 }) : lookup(name, ...given);
syncBuiltinESMExports();
`;

const withAuthority = base.extend<{
  authority: Awaited<ReturnType<typeof acmeAuthority>>;
  challengePort: number;
  httpsPort: number;
}>({
  challengePort: async ({ user: _ }, use) => use(await freePort()),
  httpsPort: async ({ user: _ }, use) => use(await freePort()),
  authority: async ({ challengePort }, use) => {
    const authority = await acmeAuthority({ names: { [NAME]: challengePort } });
    await use(authority);
    await authority[Symbol.asyncDispose]();
  },
  environment: async ({ authority, challengePort }, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'authority-'));
    const [caFile, record] = [path.join(folder, 'ca.pem'), path.join(folder, 'record.mjs')];
    await Promise.all([writeFile(caFile, authority.ca), writeFile(record, DNS_RECORD)]);
    await use({
      NODE_OPTIONS: `--import=${pathToFileURL(record).href}`,
      CORE_ACME_HTTP_PORT: String(challengePort),
      CORE_ACME_DIRECTORY: authority.directoryUrl,
      CORE_ACME_CA_FILE: caFile,
    });
    await rm(folder, { recursive: true });
  },
});

const issuerAt = (port: number) =>
  new Promise<string>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', servername: NAME, rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().issuer.CN));
      socket.destroy();
    });
    socket.on('error', () => resolve(''));
  });

withAuthority(
  'automatic certificates reject a hostname that does not resolve to this core, and get a certificate for one that does @own-core @embedded @this-machine',
  async ({ operator, page, authority, httpsPort, pageErrors, settings }) => {
    const found = page.getByRole('list', { name: 'Check HTTPS' });
    const auto = settings.switch('Automatic certificates');
    await operator.enter();
    await settings.open();
    await expect(auto).toBeDisabled();
    await settings.field('Public domains').fill('nowhere.example.org');
    await auto.press('Space');
    await settings.field('HTTPS port').fill(String(httpsPort));
    await settings.save.press('Enter');
    const contact = page.getByLabel(/^Certificate contact e-mail/);
    await expect(contact).toHaveAttribute('aria-invalid', 'true');
    expect(authority.seen).toEqual([]);
    await contact.fill('operator@example.org');
    pageErrors.allow({ line: /^status 409: PUT \S+\/api\/v3\/config$/, why: 'The name leads nowhere.' });
    await settings.save.press('Enter');
    const domains = settings.field('Public domains');
    await expect(domains).toHaveAccessibleDescription(/This domain does not resolve\. Create a DNS record/);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(authority.seen).toEqual([]);

    await domains.fill(NAME);
    await settings.saveAndRestart();
    await expect.poll(() => issuerAt(httpsPort)).toBe('Authority of the tests');
    expect(authority.contacts()).toEqual([['mailto:operator@example.org']]);
    await page.reload();
    await expect(found).toContainText("Days left of the server's certificate: 89.");
  },
);

base.describe('on a shared core', () => {
  base.use({ sharesCore: true });

  base('the settings of a core without a hostname list what HTTPS needs', async ({ operator, page }) => {
    await operator.enter();
    await new SettingsPages(page).open();
    await page.getByRole('button', { name: 'Check HTTPS' }).click();
    await expect(page.getByRole('list', { name: 'Check HTTPS' })).toContainText('HTTPS needs a public domain.');
  });
});

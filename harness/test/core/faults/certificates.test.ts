import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { acmeAuthority } from '../../../streams/acmeAuthority.ts';
import { sampleOf } from '../../testing/quickOrWholeSuite.ts';
import { until } from '../testing.ts';
import { testTempDir } from '../testTempDir.ts';
import { smallDisks } from './mountSmallDisk.ts';
import { launchCore, runCore } from './runCore.ts';

const NAME = 'live.example.org';
const READY = / msg="Started" /;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

async function withAuthority() {
  const [http, https] = [await freePort(), await freePort()];
  const authority = await acmeAuthority({ names: { [NAME]: http } });
  const caFile = join(testTempDir(), 'ca.pem');
  writeFileSync(caFile, authority.ca);
  const environment = {
    CORE_ADDRESS: `127.0.0.1:${http}`,
    CORE_ACME_HTTP_PORT: String(http),
    CORE_ACME_DIRECTORY: authority.directoryUrl,
    CORE_ACME_CA_FILE: caFile,
    CORE_HOST_NAME: NAME,
    CORE_TLS_ENABLE: 'true',
    CORE_TLS_AUTO: 'true',
    CORE_TLS_ADDRESS: `127.0.0.1:${https}`,
  };
  const issuer = () =>
    new Promise<string>((resolve, reject) => {
      const socket = connect({ port: https, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(String(socket.getPeerCertificate().issuer.CN));
        socket.destroy();
      });
      socket.on('error', reject);
    });
  const reload = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request({ port: http, host: '127.0.0.1', path: '/api/v3/config/reload', agent: false });
      sent.on('error', reject);
      sent.on('response', (response) => response.resume().on('end', resolve));
      sent.end();
    });
  return { authority, environment, issuer, reload };
}

const isIssued = (issuer: string) => issuer === 'Authority of the tests';

/** Each save opens its file, renames it and opens the folder, with a step before and after each. */
const STEPS = [
  ['the attempts are saved', 1],
  ['the attempts are renamed', 3],
  ['the account is written', 8],
  ['the account is renamed', 9],
  ['the account is there', 12],
  ['the outcome is written', 14],
  ['the certificate is written', 20],
  ['the certificate is renamed', 21],
  ['the certificate is there', 22],
] as const;

it.each(sampleOf(STEPS, 3))(
  'a core killed (-9) while %s restarts with intact files, and requests at most one more certificate',
  async (_, step) => {
    const { authority, environment, issuer, reload } = await withAuthority();
    await using _authority = authority;
    const home = testTempDir();
    const flags = ['--import', new URL('./killAtSave.ts', import.meta.url).href];
    expect(await launchCore(home, { ...environment, KILL_AT: String(step) }, flags).ended).toBe('SIGKILL');
    const restarted = launchCore(home, environment);
    await until(
      async () => restarted.said(),
      (text) => READY.test(text),
    );
    expect(await issuer()).toMatch(/^(Sluice \(not from an authority\)|Authority of the tests)$/);
    if (!isIssued(await issuer())) await reload();
    await until(issuer, isIssued);
    expect(restarted.said()).not.toMatch(/cannot be used and is made anew/);
    expect(authority.orders()).toBeLessThanOrEqual(2);
  },
);

describe.each(sampleOf(smallDisks, 2))('automatic certificates on a full disk (%s)', (_, make) => {
  it('are not requested, with a message, while the core runs on, and are requested once there is room', async () => {
    const { authority, environment, issuer, reload } = await withAuthority();
    await using _authority = authority;
    const disk = make();
    const open = await runCore({ ...disk, environment: { ...disk.environment, CORE_API_AUTH_ENABLE: 'false' } });
    await open.end();
    disk.fill();
    const core = await runCore({ ...disk, environment: { ...disk.environment, ...environment } });
    await until(
      async () => core.said(),
      (text) => text.includes('The files of the certificate cannot be saved'),
    );
    expect([authority.orders(), (await core.ask('GET', '/ping')).text]).toEqual([0, 'pong']);
    expect(await issuer()).toBe('Sluice (not from an authority)');
    disk.free();
    await reload();
    await until(issuer, isIssued);
  });
});

import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { acmeAuthority } from '../../harness/streams/acmeAuthority.ts';
import { testTempDir } from '../../harness/test/core/testTempDir.ts';
import { Config } from '../config/configSchema.ts';
import { createLog } from '../log/index.ts';
import type { Clock } from './automaticCertificates.ts';
import { CHALLENGE_PATH } from './challenges.ts';
import { openCertificates } from './index.ts';
import { createOrders } from './orders.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of cleanups.splice(0).toReversed()) await end();
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Port 1 has no service and is never assigned; a port that was just closed could be reused. */
const CLOSED_PORT = 1;

function stoppedClock() {
  let passedMs = 0;
  let aheadMs = Date.now();
  const rightMs = aheadMs;
  let waiting: { atMs: number; act: () => void }[] = [];
  const clock: Clock = {
    now: () => passedMs + aheadMs,
    elapsedMs: () => passedMs,
    after(ms, act) {
      const timer = { atMs: passedMs + ms, act };
      waiting.push(timer);
      return () => {
        waiting = waiting.filter((other) => other !== timer);
      };
    },
  };
  return {
    ...clock,
    right: () => passedMs + rightMs,
    set: (toMs: number) => {
      aheadMs = toMs - passedMs;
    },
    async pass(ms: number) {
      // The previous order may still be in flight.
      await expect.poll(() => waiting.length).toBeGreaterThan(0);
      passedMs += ms;
      const due = waiting.filter(({ atMs }) => atMs <= passedMs);
      waiting = waiting.filter((timer) => !due.includes(timer));
      for (const { act } of due) act();
    },
  };
}

interface PlaceOptions {
  readonly names?: readonly string[];
  readonly elsewhere?: (own: number) => Readonly<Record<string, number>>;
  readonly challengePort?: number;
  readonly email?: string;
  readonly directoryUrl?: string;
}

async function setUp({
  names = ['live.example.org'],
  elsewhere,
  challengePort,
  email,
  directoryUrl,
}: PlaceOptions = {}) {
  const clock = stoppedClock();
  const dbDir = testTempDir();
  let answer: (token: string) => string | null = () => null;
  const http = await listen(
    createServer(({ url = '' }, response) => {
      const found = url.startsWith(CHALLENGE_PATH) ? answer(url.slice(CHALLENGE_PATH.length)) : null;
      response.writeHead(found === null ? 404 : 200).end(found);
    }),
  );
  const leads = elsewhere?.(http) ?? Object.fromEntries(names.map((name) => [name, challengePort ?? http]));
  const authority = await acmeAuthority({ names: leads, now: clock.right });
  cleanups.push(() => authority[Symbol.asyncDispose]());
  const caFile = join(dbDir, 'ca.pem');
  writeFileSync(caFile, authority.ca);
  const lines: string[] = [];
  const acme = { directoryUrl: directoryUrl ?? authority.directoryUrl, httpPort: challengePort ?? http, caFile };

  let orders = createOrders();
  const open = async (isReload = false) => {
    if (!isReload) orders = createOrders();
    const config = Config.parse({
      address: '127.0.0.1:0',
      host: { name: names },
      tls: { enable: true, auto: true, ...(email === undefined ? {} : { email }) },
    });
    const log = createLog((line) => void lines.push(line));
    const certificates = await openCertificates({
      config,
      certificateFiles: null,
      acme,
      dbDir,
      orders,
      log,
      isReload,
      clock,
    });
    if (certificates === null) throw new Error('TLS is off');
    answer = certificates.challengeAnswer;
    const server = createTlsServer((_, response) => response.end('hello'));
    certificates.serve(server);
    const https = await listen(server);
    certificates.start(http);
    cleanups.push(() => certificates.stop());
    const reasons = () => Object.fromEntries(certificates.problems().map(({ name, reason }) => [name, reason]));
    const whenSettled = () =>
      expect.poll(() => Object.values(reasons()).includes('pending'), { message: lines.join('\n') }).toBe(false);
    return { certificates, https, reasons, whenSettled };
  };
  const folder = () => join(dbDir, 'acme', readdirSync(join(dbDir, 'acme'))[0] ?? '');
  return { authority, clock, open, lines, folder, http };
}

function fetchCertificate(port: number, servername?: string): Promise<X509Certificate> {
  return new Promise((resolve, reject) => {
    const name = servername === undefined ? {} : { servername };
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...name }, () => {
      resolve(new X509Certificate(socket.getPeerCertificate().raw));
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

const issuerOf = async (port: number, name?: string) => (await fetchCertificate(port, name)).issuer;

describe('an automatic certificate', () => {
  it('is issued, stored readable only by its owner, and reused after a restart', async () => {
    const { authority, open, folder, lines } = await setUp({ email: 'me@example.org' });
    const first = await open();
    await first.whenSettled();
    expect(first.reasons(), lines.join('\n')).toEqual({});
    const certificate = await fetchCertificate(first.https, 'live.example.org');
    expect(certificate.issuer).toBe('CN=Authority of the tests');
    expect(certificate.checkHost('live.example.org')).toBe('live.example.org');
    expect(await issuerOf(first.https)).toBe('CN=Authority of the tests');
    expect(authority.contacts()).toEqual([['mailto:me@example.org']]);
    expect(lines.join('\n')).toMatch(/A certificate was issued/);

    await expect
      .poll(() => readdirSync(folder()).sort())
      .toEqual(['account.pem', 'attempts.json', 'live.example.org.crt'].flatMap((name) => [name, `${name}.previous`]));
    const rights = [join(folder(), '..'), folder(), ...readdirSync(folder()).map((name) => join(folder(), name))];
    expect(rights.map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700, ...Array(6).fill(0o600)]);

    const reopened = await open();
    expect((await fetchCertificate(reopened.https)).serialNumber).toBe(certificate.serialNumber);
    expect(authority.orders()).toBe(1);
  });

  it('is replaced by a self-signed one until it arrives, so that HTTPS is always open', async () => {
    const { authority, open } = await setUp();
    let release = () => {};
    authority.hold(new Promise((resolve) => (release = resolve)));
    const { https, reasons, whenSettled, certificates } = await open();
    expect(await issuerOf(https)).toBe('CN=Sluice (not from an authority)');
    expect([reasons(), certificates.certificates()]).toEqual([{ 'live.example.org': 'pending' }, []]);
    release();
    await whenSettled();
    expect(await issuerOf(https)).toBe('CN=Authority of the tests');
  });

  it("is never ordered with the vendor's e-mail address", async () => {
    const { authority, open } = await setUp({ email: 'cert@datarhei.com' });
    await (await open()).whenSettled();
    expect(authority.contacts()).toEqual([undefined]);
  });

  it('is renewed 30 days before its expiry without closing connections', async () => {
    const { clock, open, authority } = await setUp();
    const { https, whenSettled } = await open();
    await whenSettled();
    const before = await fetchCertificate(https);
    const socket = connect({ port: https, host: '127.0.0.1', rejectUnauthorized: false });
    await new Promise((resolve) => socket.once('secureConnect', resolve));

    for (let day = 1; day <= 59; day++) await clock.pass(DAY_MS);
    await expect.poll(() => authority.seen.filter((entry) => entry === 'GET renewal').length).toBeGreaterThan(1);
    expect(authority.orders()).toBe(1);
    await clock.pass(2 * DAY_MS);
    await expect
      .poll(async () => (await fetchCertificate(https, 'live.example.org')).serialNumber)
      .not.toBe(before.serialNumber);
    expect(authority.orders()).toBe(2);

    socket.write('GET / HTTP/1.1\r\nHost: live.example.org\r\n\r\n');
    expect(await new Promise((resolve) => socket.once('data', (part) => resolve(String(part))))).toMatch(/200 OK/);
    socket.destroy();
  });

  it.each([100 * DAY_MS, 31 * DAY_MS, -3 * DAY_MS])(
    'is not renewed early when the clock is set by %d ms',
    async (shiftMs) => {
      const { clock, open, authority } = await setUp();
      const { https, whenSettled, reasons } = await open();
      await whenSettled();
      const { serialNumber } = await fetchCertificate(https);
      for (let day = 0; day < 58; day += 1) {
        clock.set(clock.right() + (day % 2 === 0 ? shiftMs : 0));
        const before = authority.seen.length;
        await clock.pass(DAY_MS);
        await expect.poll(() => authority.seen.length).toBeGreaterThan(before);
      }
      expect(authority.orders()).toBe(1);
      expect(reasons()).toEqual({});
      clock.set(clock.right());
      await clock.pass(3 * DAY_MS);
      await expect.poll(async () => (await fetchCertificate(https)).serialNumber).not.toBe(serialNumber);
    },
  );

  it('is ordered once the clock is set on a machine that starts in 1970', async () => {
    const { clock, open, authority } = await setUp();
    const now = clock.right();
    clock.set(60_000);
    authority.answerOddly({ at: 'directory', status: 502, body: '' });
    const { https, whenSettled, reasons, certificates } = await open();
    await whenSettled();
    expect(reasons()).toEqual({ 'live.example.org': 'authority-down' });
    const standIn = await fetchCertificate(https);
    expect([Date.parse(standIn.validFrom), Date.parse(standIn.validTo) > now]).toEqual([0, true]);
    clock.set(now);
    const [problem] = certificates.problems();
    expect((problem?.nextTryMs ?? 0) - clock.now()).toBe(10 * 60_000);
    authority.answerOddly(null);
    await clock.pass(10 * 60_000);
    await expect.poll(reasons).toEqual({});
  });

  it('is replaced when the authority has revoked it', async () => {
    const { clock, open, authority, lines } = await setUp();
    const { https, whenSettled } = await open();
    await whenSettled();
    const { serialNumber } = await fetchCertificate(https);
    authority.revoke(serialNumber);
    await clock.pass(7 * HOUR_MS);
    await expect.poll(async () => (await fetchCertificate(https)).serialNumber).not.toBe(serialNumber);
    expect(lines.join('\n')).toMatch(/wants this certificate replaced now/);
    await clock.pass(7 * HOUR_MS);
    expect(authority.orders()).toBe(2);
  });

  it('is issued for each name that leads here, even if other names fail', async () => {
    const other = await listen(createServer((_, response) => response.end('another server')));
    const { open, lines } = await setUp({
      names: ['good.example.org', 'nowhere.example.org', 'other.example.org', 'closed.example.org'],
      elsewhere: (own) => ({ 'good.example.org': own, 'other.example.org': other, 'closed.example.org': CLOSED_PORT }),
    });
    const { reasons, https, whenSettled } = await open();
    await whenSettled();
    expect(reasons()).toEqual({
      'nowhere.example.org': 'unresolved',
      'other.example.org': 'other-server',
      'closed.example.org': 'port-closed',
    });
    expect(await issuerOf(https, 'good.example.org')).toBe('CN=Authority of the tests');
    expect(lines.filter((line) => line.includes('No certificate:'))).toHaveLength(3);
  });

  it('is not ordered while another program answers on port 80, unless that program forwards to the core', async () => {
    let target = 0;
    const other = createServer(async ({ url = '' }, response) => {
      const { status, text } =
        target === 0
          ? { status: 404, text: async () => '' }
          : await fetch(`http://127.0.0.1:${target}${url}`).then((found) => ({
              status: found.status,
              text: () => found.text(),
            }));
      response.writeHead(status).end(await text());
    });
    const challengePort = await listen(other);
    const { open, http, authority, lines } = await setUp({ challengePort });
    const occupied = await open();
    await occupied.whenSettled();
    expect(occupied.reasons()).toEqual({ 'live.example.org': 'port-taken' });
    expect(authority.seen).not.toContain('POST challenge');
    expect(lines.join('\n')).toMatch(/port 80 is used by another program/);
    await occupied.certificates.stop();

    target = http;
    const forwarded = await open(true);
    await expect.poll(forwarded.reasons).toEqual({});
  });

  it('is validated through a port that opens for the challenge only', async () => {
    const challengePort = await listen(createServer());
    await cleanups.pop()?.();
    const { open } = await setUp({ challengePort });
    const { reasons, whenSettled } = await open();
    await whenSettled();
    expect(reasons()).toEqual({});
    await expect(fetch(`http://127.0.0.1:${challengePort}/`)).rejects.toThrow();
  });
});

describe('an order in flight when settings are saved', () => {
  const NAME = 'live.example.org';
  const heldOrder = async () => {
    const found = await setUp();
    let release = () => {};
    found.authority.hold(new Promise((resolve) => (release = resolve)));
    const first = await found.open();
    await expect.poll(found.authority.orders).toBe(1);
    await first.certificates.stop();
    return { ...found, release: () => release() };
  };

  it('continues, and its certificate is used and stored without a second order', async () => {
    const { open, release, authority, lines, folder } = await heldOrder();
    const { https, whenSettled, reasons } = await open(true);
    expect(await issuerOf(https)).toBe('CN=Sluice (not from an authority)');
    release();
    await whenSettled();
    expect(reasons(), lines.join('\n')).toEqual({});
    expect(await issuerOf(https, NAME)).toBe('CN=Authority of the tests');
    await expect.poll(() => readdirSync(folder())).toContain(`${NAME}.crt`);
    expect(authority.orders()).toBe(1);
    expect(lines.filter((line) => line.includes('A certificate was issued'))).toHaveLength(1);
    expect(lines.join('\n')).toContain('that was asked for before the reload');
  });

  it('is reported by the new core when it fails', async () => {
    const { open, release, authority, lines } = await heldOrder();
    const { reasons } = await open(true);
    authority.refuse({ type: 'caa', status: 403 });
    release();
    await expect.poll(reasons).toEqual({ [NAME]: 'refused' });
    expect(lines.filter((line) => line.includes('the authority refuses it')).length).toBeGreaterThan(0);
  });

  it('continues over several reloads and is placed once', async () => {
    const { open, release, authority } = await heldOrder();
    for (let save = 0; save < 6; save++) await (await open(true)).certificates.stop();
    const { https, whenSettled } = await open(true);
    release();
    await whenSettled();
    expect(await issuerOf(https, NAME)).toBe('CN=Authority of the tests');
    expect(authority.orders()).toBe(1);
  });
});

describe('an ACME authority', () => {
  it('is asked again with growing pauses while it does not respond', async () => {
    const { open, clock, lines } = await setUp({ directoryUrl: 'https://localhost:1/directory' });
    const { certificates, reasons } = await open();
    const delays: number[] = [];
    for (let failures = 1; failures <= 8; failures++) {
      await expect.poll(() => lines.filter((line) => line.includes('does not answer')).length).toBe(failures);
      const [{ nextTryMs } = { nextTryMs: 0 }] = certificates.problems();
      delays.push((nextTryMs - clock.now()) / 60_000);
      await clock.pass(nextTryMs - clock.now());
    }
    expect(delays).toEqual([10, 20, 40, 80, 160, 320, 360, 360]);
    expect(reasons()).toEqual({ 'live.example.org': 'authority-down' });
  });

  it.each([30 * DAY_MS, -3 * DAY_MS])('is asked at the same time after the clock is set by %d ms', async (shiftMs) => {
    const { open, clock, authority } = await setUp({ elsewhere: () => ({}) });
    const { whenSettled, certificates } = await open();
    await whenSettled();
    for (let minute = 0; minute < 9; minute += 1) {
      clock.set(clock.now() + shiftMs);
      const [problem] = certificates.problems();
      expect((problem?.nextTryMs ?? 0) - clock.now()).toBe((10 - minute) * 60_000);
      await clock.pass(60_000);
    }
    expect(authority.orders()).toBe(1);
    await clock.pass(60_000);
    await expect.poll(() => authority.orders()).toBe(2);
  });

  it('is asked at its `Retry-After`, even if settings are saved before', async () => {
    const { open, clock, authority } = await setUp();
    authority.refuse({ type: 'rateLimited', status: 429, retryAfterSeconds: 5 * 3600 });
    const first = await open();
    await first.whenSettled();
    expect(first.reasons()).toEqual({ 'live.example.org': 'rate-limited' });
    await first.certificates.stop();
    authority.refuse(null);
    const reopened = await open(true);
    await clock.pass(4 * HOUR_MS);
    expect(authority.orders()).toBe(1);
    await clock.pass(HOUR_MS);
    await expect.poll(reopened.reasons).toEqual({});
  });

  it.each([
    ['rejectedIdentifier', 400, 'refused'],
    ['caa', 403, 'refused'],
    ['invalidContact', 400, 'contact'],
    ['serverInternal', 503, 'authority-down'],
    ['somethingNew', 400, 'refused'],
  ])('that responds %s (%d) is reported as %s', async (type, status, reason) => {
    const { open, authority } = await setUp();
    authority.refuse({ type, status });
    const { reasons, whenSettled } = await open();
    await whenSettled();
    expect(reasons()).toEqual({ 'live.example.org': reason });
  });

  it.each([
    ['a page', { at: 'directory', status: 200, body: '<html>Sign in to the network</html>' }],
    ['a page of an error', { at: 'directory', status: 502, body: '<html>Bad gateway</html>' }],
    ['another address', { at: 'directory', status: 301, body: '' }],
    ['a text', { at: 'directory', status: 200, body: '"no"' }],
    ['without an end', { at: 'directory', status: 200, body: `{"a":"${'x'.repeat(2 * 1024 * 1024)}"}` }],
    ['an order that is a page', { at: 'order', status: 200, body: '<html>' }],
    ['a rejected order that is an HTML page', { at: 'order', status: 403, body: '<html>' }],
    ['an account at another address', { at: 'account', status: 307, body: '{}' }],
  ])('is reported as unavailable when its response is replaced by %s', async (_, oddAnswer) => {
    const { open, authority, lines } = await setUp();
    authority.answerOddly(oddAnswer);
    const { reasons, whenSettled } = await open();
    await whenSettled();
    expect(reasons(), lines.join('\n')).toEqual({ 'live.example.org': 'authority-down' });
  });

  it('is not flooded by repeated restarts or saves', async () => {
    const { open, authority } = await setUp({ elsewhere: () => ({}) });
    for (let start = 0; start < 10; start++) {
      const { certificates, whenSettled } = await open();
      if (start === 0) await whenSettled();
      await certificates.stop();
    }
    expect(authority.orders()).toBe(1);
    for (let save = 0; save < 10; save++) {
      const before = authority.orders();
      const { certificates } = await open(true);
      if (before < 4) await expect.poll(() => authority.orders()).toBe(before + 1);
      if (before < 4)
        await expect.poll(() => Object.values(Object(certificates.problems()[0]))).toContain('unresolved');
      await certificates.stop();
    }
    expect(authority.orders()).toBe(4);
  });

  it('that has lost the account gets a new one', async () => {
    const { open, authority, clock } = await setUp();
    const { https, whenSettled } = await open();
    await whenSettled();
    const { serialNumber } = await fetchCertificate(https);
    authority.forgetAccounts();
    await clock.pass(61 * DAY_MS);
    await expect.poll(async () => (await fetchCertificate(https)).serialNumber).not.toBe(serialNumber);
  });
});

describe('damaged certificate files', () => {
  it.each([
    ['account.pem', 'with its copy', 1],
    ['account.pem', 'without a copy', 1],
    ['live.example.org.crt', 'with its copy', 1],
    ['live.example.org.crt', 'without a copy', 2],
    ['attempts.json', 'with its copy', 1],
    ['attempts.json', 'without a copy', 1],
  ])('%s %s: repaired with %d orders in all', async (file, copy, orders) => {
    const { open, authority, folder, lines, clock } = await setUp();
    const first = await open();
    await first.whenSettled();
    await expect.poll(() => readdirSync(folder())).toContain('live.example.org.crt');
    // After the hour in which a fresh certificate is not reordered.
    await clock.pass(2 * HOUR_MS);
    await first.certificates.stop();
    writeFileSync(join(folder(), file), readFileSync(join(folder(), file)).subarray(0, 20));
    if (copy === 'without a copy') rmSync(join(folder(), `${file}.previous`));
    const reopened = await open();
    await reopened.whenSettled();
    expect(reopened.reasons()).toEqual({});
    expect(await issuerOf(reopened.https)).toBe('CN=Authority of the tests');
    expect(authority.orders()).toBe(orders);
    const isRecreated = file === 'attempts.json' || (file !== 'account.pem' && orders === 2);
    expect(/cannot be used and is made anew/.test(lines.join('\n'))).toBe(isRecreated);
  });
});

import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ownCertificate } from '../../harness/streams/certificate.ts';
import { readAddressRules } from './addressRules.ts';
import type { AlarmMessage } from './alarmMessage.ts';
import { deliver, type Resolve } from './deliver.ts';
import { readReceiver } from './readReceiver.ts';
import { alarm, goodFields } from './testing.ts';

const HOST = 'mail.example';
const trusted = ownCertificate(HOST);
const unsigned = ownCertificate(HOST);
const otherCertificate = ownCertificate('other.example');
beforeAll(() => setDefaultCACertificates([...getCACertificates('default'), trusted.cert, otherCertificate.cert]));

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(cleanups.splice(0).map((end) => end()));
});

async function portOf(server: Server, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

interface ReceivedMail {
  from: string;
  to: string[];
  isSecure: boolean;
  user: string | undefined;
  content: string;
}

async function mailDouble(options: SMTPServerOptions = {}, host?: string) {
  const mails: ReceivedMail[] = [];
  const logins: string[] = [];
  const server = new SMTPServer({
    ...trusted,
    authOptional: true,
    onAuth({ username, password }, _, done) {
      logins.push(`${username} ${password}`);
      if (username === 'me' && password === 'my secret') return done(null, { user: username });
      return done(Object.assign(new Error('no such login'), { responseCode: 535 }));
    },
    onData(stream, { envelope, secure, user }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = envelope;
        mails.push({
          ...{ from: mailFrom === false ? '' : (mailFrom?.address ?? ''), to: rcptTo.map(({ address }) => address) },
          ...{ isSecure: secure === true, user: String(user), content: `${Buffer.concat(parts)}` },
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  cleanups.push(() => new Promise((resolve) => void server.close(() => resolve())));
  return { mails, logins, port: await portOf(server.server, host) };
}

const leadsTo =
  (address: string): Resolve =>
  (_, __, done) =>
    done(null, [{ address, family: 4 }]);

interface MailAttempt {
  port: number;
  fields?: object;
  message?: AlarmMessage;
  address?: string;
  patienceMs?: number;
}

/** Overrides the port, as the fake listens on one that the form rejects. */
function send({ port, fields = {}, message = alarm, address = '127.0.0.1', patienceMs = 10_000 }: MailAttempt) {
  const rules = readAddressRules({ SLUICE_AGENT_ALLOW: '127.0.0.1,::1' }, []);
  const read = readReceiver('email', { ...goodFields().email, address: HOST, ...fields }, rules);
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  const { kind, orderFor } = read.receiver;
  const receiver = {
    kind,
    orderFor(...args: Parameters<typeof orderFor>) {
      const order = orderFor(...args);
      return order.type === 'mail' ? { ...order, port } : order;
    },
  };
  return deliver(receiver, message, { rules, resolve: leadsTo(address), patienceMs });
}

const OPEN = { security: 'none', user: '', password: '' };
const headersOf = (content: string) => content.slice(0, content.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');

describe('a mail', () => {
  it.each<[string, SMTPServerOptions, object, object]>([
    ['STARTTLS and a login', {}, {}, { isSecure: true, user: 'me' }],
    ['TLS and a login', { secure: true }, { security: 'tls' }, { isSecure: true, user: 'me' }],
    ['TLS', { secure: true }, { security: 'tls', user: '', password: '' }, { isSecure: true, user: 'undefined' }],
    ['no encryption', { disabledCommands: ['STARTTLS'] }, OPEN, { isSecure: false, user: 'undefined' }],
    ['no encryption, although the server offers it', {}, OPEN, { isSecure: false }],
  ])('arrives with %s', async (_, options, fields, received) => {
    const { mails, port } = await mailDouble(options);
    expect(await send({ port, fields })).toEqual({ type: 'delivered', status: 250 });
    const [mail, ...more] = mails;
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ ...received, from: 'alarm@example.org', to: ['me@example.org', 'you@example.org'] });
    const headers = headersOf(mail?.content ?? '');
    expect(headers).toContain(`Message-ID: <${alarm.id}@example.org>`);
    expect(headers).toContain('Subject: Main hall is off the air');
    expect(headers).toContain('From: Sluice <alarm@example.org>');
    expect(headers).toContain('Auto-Submitted: auto-generated');
    expect(headers).toContain('Date: Sun, 29 Nov 2026 20:00:00 +0000');
    expect(headers).toContain('Content-Type: text/plain; charset=utf-8');
  });

  it.each<[string, SMTPServerOptions, object, object]>([
    ['offers no STARTTLS', { disabledCommands: ['STARTTLS'] }, {}, { type: 'refused', why: 'tls-not-offered' }],
    [
      'hides and rejects STARTTLS',
      { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] },
      {},
      { type: 'refused', why: 'tls-not-offered' },
    ],
    ['has the certificate of another host, by STARTTLS', otherCertificate, {}, { type: 'retry', why: 'certificate' }],
    [
      'has the certificate of another host',
      { ...otherCertificate, secure: true },
      { security: 'tls' },
      { type: 'retry', why: 'certificate' },
    ],
    ['has an untrusted certificate, by STARTTLS', unsigned, {}, { type: 'retry', why: 'certificate' }],
    [
      'has an untrusted certificate',
      { ...unsigned, secure: true },
      { security: 'tls' },
      { type: 'retry', why: 'certificate' },
    ],
    ['does not speak TLS', {}, { security: 'tls' }, { type: 'retry', why: 'tls-failed' }],
  ])('and its login are not sent to a server that %s', async (_, options, fields, delivery) => {
    const { mails, logins, port } = await mailDouble(options);
    expect(await send({ port, fields })).toMatchObject(delivery);
    expect([mails, logins]).toEqual([[], []]);
  });

  const errorWith = (responseCode: number) => Object.assign(new Error('no'), { responseCode });
  it.each<[string, SMTPServerOptions, object, object]>([
    ['the login', {}, { password: 'wrong' }, { type: 'refused', why: 'login', status: 535 }],
    ['a login without a password', {}, { password: '' }, { type: 'refused', why: 'login' }],
    [
      'a missing login',
      { authOptional: false },
      { user: '', password: '' },
      { type: 'refused', why: 'login', status: 530 },
    ],
    [
      'the sender',
      { onMailFrom: (_, __, done) => done(errorWith(550)) },
      {},
      { type: 'refused', why: 'recipient-refused', status: 550 },
    ],
    [
      'a recipient',
      { onRcptTo: (_, __, done) => done(errorWith(550)) },
      {},
      { type: 'refused', why: 'recipient-refused', status: 550 },
    ],
    [
      'a recipient temporarily',
      { onRcptTo: (_, __, done) => done(errorWith(451)) },
      {},
      { type: 'retry', why: 'server-failed', status: 451 },
    ],
    [
      'the mail',
      { onData: (stream, _, done) => void stream.resume().on('end', () => done(errorWith(554))) },
      {},
      { type: 'refused', why: 'rejected', status: 554 },
    ],
    [
      'the mail temporarily',
      { onData: (stream, _, done) => void stream.resume().on('end', () => done(errorWith(452))) },
      {},
      { type: 'retry', why: 'server-failed', status: 452 },
    ],
    ['the connection temporarily', { onConnect: (_, done) => done(errorWith(421)) }, {}, { type: 'retry' }],
    ['the connection', { onConnect: (_, done) => done(errorWith(554)) }, {}, { type: 'retry' }],
  ])('reports that the server rejected %s', async (_, options, fields, delivery) => {
    const { mails, port } = await mailDouble(options);
    expect(await send({ port, fields })).toMatchObject(delivery);
    expect(mails).toEqual([]);
  });

  it.each(['127.0.0.1', '::1'])('arrives at a server whose address is %s', async (host) => {
    const { mails, port } = await mailDouble({}, host);
    const fields = { ...OPEN, address: host.includes(':') ? `[${host}]` : host };
    expect((await send({ port, fields })).type).toBe('delivered');
    expect(mails.length).toBe(1);
  });

  it('arrives at the recipients that the server accepts', async () => {
    const { mails, port } = await mailDouble({
      onRcptTo: ({ address }, _, done) => done(address.startsWith('you') ? errorWith(550) : null),
    });
    expect(await send({ port })).toMatchObject({ type: 'delivered' });
    expect(mails.map(({ to }) => to)).toEqual([['me@example.org']]);
  });

  it.each([
    ['a line break', 'Hall\r\nBcc: x@example.org\r\n\r\nbody'],
    ['a comma', 'Hall, <x@example.org>'],
    ['letters of others', 'Größe 日本 \u202e😀'],
    ['5000 letters', 'ä'.repeat(5000)],
    ['an encoded word', '=?utf-8?Q?=0D=0ABcc:_x@example.org?='],
  ])('with %s in a name has no additional headers', async (_, name) => {
    const { mails, port } = await mailDouble();
    expect(
      (await send({ port, message: { ...alarm, title: name, text: `${name}\r\n.\r\nQUIT`, id: name } })).type,
    ).toBe('delivered');
    const [{ to, content } = { to: [], content: '' }, ...more] = mails;
    expect([to, more]).toEqual([['me@example.org', 'you@example.org'], []]);
    const names = headersOf(content)
      .split('\r\n')
      .map((line) => line.split(':')[0]);
    expect(names.sort()).toEqual([
      ...['Auto-Submitted', 'Content-Transfer-Encoding', 'Content-Type', 'Date', 'From', 'MIME-Version', 'Message-ID'],
      ...['Subject', 'To'],
    ]);
    expect(content.slice(content.indexOf('\r\n\r\n'))).not.toContain('<html');
  });
});

async function lineDouble(speak: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    // A socket that is not read does not notice its end.
    socket.resume();
    speak(socket);
  });
  cleanups.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { port: await portOf(server), sockets };
}

describe('a mail server', () => {
  it.each<[string, (socket: Socket) => void, object]>([
    ['never responds', () => undefined, { why: 'timeout' }],
    ['drips', (socket) => drip(socket, '220 '), { why: 'timeout' }],
    ['drips lines', (socket) => drip(socket, '220-x\r\n'), { type: 'retry' }],
    ['sends endless data', floodSocket, { why: 'answer-unreadable' }],
    ['speaks HTTP', (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'), { type: 'retry' }],
    ['sends binary data', (socket) => socket.write(Buffer.alloc(100, 255)), { type: 'retry' }],
    ['hangs up', (socket) => socket.end(), { why: 'unreachable' }],
    ['hangs up after its greeting', (socket) => socket.end('220 x\r\n'), { why: 'unreachable' }],
    ['resets', (socket) => socket.resetAndDestroy(), { why: 'unreachable' }],
    ['stops after its greeting', (socket) => socket.write('220 x\r\n'), { why: 'timeout' }],
  ])('that %s ends the try and its connection', async (_, speak, delivery) => {
    const { port, sockets } = await lineDouble(speak);
    expect(await send({ port, patienceMs: 500 })).toMatchObject({ type: 'retry', ...delivery });
    await expect.poll(() => [...sockets].every(({ destroyed }) => destroyed)).toBe(true);
  });

  it('whose name is not resolved within the timeout is given up', async () => {
    const { port, sockets } = await lineDouble(() => undefined);
    expect(await send({ port, patienceMs: 0 })).toMatchObject({ type: 'retry', why: 'timeout' });
    await expect.poll(() => [...sockets].every(({ destroyed }) => destroyed)).toBe(true);
  });

  it('that accepts a mail and then hangs still counts as delivered', async () => {
    const replies = ['220 x', '250 x', '250 x', '250 x', '250 x', '354 x'];
    const { port, sockets } = await lineDouble((socket) => {
      socket.write(`${replies[0]}\r\n`);
      let turn = 1;
      socket.on('data', (data) => {
        if (String(data).endsWith('\r\n.\r\n')) return socket.write('250 kept\r\n');
        if (!String(data).startsWith('QUIT') && turn < replies.length) socket.write(`${replies[turn++]}\r\n`);
      });
    });
    expect(await send({ port, fields: OPEN, patienceMs: 1500 })).toEqual({ type: 'delivered', status: 250 });
    await expect.poll(() => [...sockets].every(({ destroyed }) => destroyed)).toBe(true);
  });

  it.each(['127.0.0.2', '169.254.169.254', '0.0.0.0'])(
    'whose name resolves to %s is not connected to',
    async (address) => {
      const { mails, port } = await mailDouble();
      expect(await send({ port, address })).toEqual({ type: 'refused', why: 'forbidden-address', status: null });
      expect(mails).toEqual([]);
    },
  );
});

function drip(socket: Socket, text: string) {
  const timer = setInterval(() => socket.write(text), 20);
  socket.on('close', () => clearInterval(timer));
}

function floodSocket(socket: Socket) {
  const piece = Buffer.alloc(64 * 1024, 'x');
  const writeMore = () => {
    while (!socket.destroyed) if (!socket.write(piece)) return;
  };
  socket.on('drain', writeMore);
  writeMore();
}

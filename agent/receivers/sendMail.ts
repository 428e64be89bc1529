import { connect, type LookupFunction, type Socket } from 'node:net';
import type { MailOrder } from './receiverKind.ts';

const MAX_REPLY_BYTES = 4096;

/**
 * Returns the SMTP status. Uses its own connection, as nodemailer would bypass `lookup`. Throws errors of Node
 * and nodemailer, also when `signal` aborts.
 */
export async function sendMail(order: MailOrder, lookup: LookupFunction, signal: AbortSignal): Promise<number> {
  // Loaded on the first mail to save memory.
  const [{ default: SmtpConnection }, { default: MailComposer }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/mail-composer'),
  ]);
  const { host, port, security, login, from, to, subject, text, messageId, at } = order;
  const mail = new MailComposer({
    ...{ from: { name: 'Sluice', address: from }, to: to.map((address) => ({ name: '', address })), subject, text },
    ...{ messageId, date: new Date(at), headers: { 'Auto-Submitted': 'auto-generated' } },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  const content = await mail.compile().build();

  signal.throwIfAborted();
  const socket = await open(host, port, lookup, signal);
  const connection = new SmtpConnection({
    ...{ host, port, connection: socket, secure: security === 'tls', maxResponseSize: MAX_REPLY_BYTES },
    ...(security === 'starttls' ? { requireTLS: true } : { ignoreTLS: true }),
    socketCloseTimeout: 0,
  });
  return await new Promise<number>((resolve, reject) => {
    const fail = (error: unknown) => {
      reject(error);
      connection.close();
      socket.destroy();
    };
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
    connection.on('error', fail);
    connection.on('end', () => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
    const send = () =>
      connection.send({ from, to: [...to] }, content, (error, info) => {
        if (error) return fail(error);
        resolve(Number.parseInt(info?.response ?? '', 10) || 250);
        connection.quit();
      });
    connection.connect((error) => {
      if (error) return fail(error);
      if (login === null) return send();
      connection.login({ ...login }, (failed) => (failed ? fail(failed) : send()));
    });
  });
}

function open(host: string, port: number, lookup: LookupFunction, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup });
    const end = () => socket.destroy(signal.reason);
    signal.addEventListener('abort', end, { once: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      signal.removeEventListener('abort', end);
      socket.removeListener('error', reject);
      resolve(socket);
    });
  });
}

import { connect } from 'node:net';

/** Sends bytes and returns the response until the server closes, or after `patienceMs` without data. */
export function sendRaw(port: number, bytes: string | Buffer, patienceMs = 300): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setTimeout(patienceMs, () => socket.destroy());
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The server may disconnect while bytes are still being sent.
      if (!['ECONNRESET', 'EPIPE'].includes(error.code ?? '')) reject(error);
    });
    socket.on('close', () => resolve(text));
    socket.write(bytes);
  });
}

/** Status of the first response; null if the connection was closed without one. */
export const statusOf = (answer: string): number | null => {
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? [];
  return status === undefined ? null : Number(status);
};

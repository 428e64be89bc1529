import { connect } from 'node:net';

/** Sends bytes and answers all that comes back until the other side closes; after `patienceMs` of silence we do. */
export function sendRaw(port: number, bytes: string | Buffer, patienceMs = 300): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setTimeout(patienceMs, () => socket.destroy());
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // Thrown out in the middle of what we were saying.
      if (!['ECONNRESET', 'EPIPE'].includes(error.code ?? '')) reject(error);
    });
    socket.on('close', () => resolve(text));
    socket.write(bytes);
  });
}

/** Status of the first answer; null: closed without one. */
export const statusOf = (answer: string): number | null => {
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? [];
  return status === undefined ? null : Number(status);
};

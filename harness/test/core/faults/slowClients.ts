import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';

export async function stallingClient(port: number, path: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined); // the server may disconnect it
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}

/** Uploads zeros until there is a response, and returns it with the number of bytes sent. */
export function upload(port: number, path: string, bytes: number, announced: boolean) {
  return new Promise<{ status: number; text: string; sent: number }>((resolve, reject) => {
    const part = Buffer.alloc(256 * 1024);
    const headers = announced ? { 'Content-Length': bytes } : { 'Transfer-Encoding': 'chunked' };
    const sending = request({ host: '127.0.0.1', port, method: 'PUT', path, headers, agent: false });
    let sent = 0;
    let isAnswered = false;
    const send = () => {
      while (!isAnswered && sent < bytes) {
        sent += part.length;
        if (!sending.write(part)) return;
      }
      if (!isAnswered) sending.end();
    };
    sending.on('drain', send);
    sending.on('response', async (response) => {
      isAnswered = true;
      const text = (await response.toArray()).join('');
      sending.destroy();
      resolve({ status: response.statusCode ?? 0, text, sent });
    });
    sending.on('error', (error) => {
      if (!isAnswered) reject(error);
    });
    send();
  });
}

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Median duration of `/ping` over `forMs`, in milliseconds. */
export async function medianPingMs(port: number, forMs: number): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + forMs;
  while (performance.now() < end) {
    const began = performance.now();
    await (await fetch(`http://127.0.0.1:${port}/ping`)).text();
    times.push(performance.now() - began);
    await sleep(20);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.POSITIVE_INFINITY;
}

/** Sends `times` logins at once on one connection, and closes it after the first response or `patienceMs`. */
export function floodLogin(port: number, password: string, patienceMs: number, times = 1) {
  const body = JSON.stringify({ username: 'admin', password });
  const head = 'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  return new Promise<{ status: number | null; text: string }>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const patience = setTimeout(() => socket.destroy(), patienceMs);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      socket.destroy();
    });
    socket.on('close', () => {
      clearTimeout(patience);
      const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? [];
      resolve({ status: status === undefined ? null : Number(status), text });
    });
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`.repeat(times));
  });
}

interface SlowConnection {
  readonly socket: Socket;
  closed: boolean;
}

/** Connections that each send an endless body in `pieces` chunks of one byte. */
export function bytePieces(
  port: number,
  request: string,
  { connections, pieces }: { connections: number; pieces: number },
): Promise<SlowConnection[]> {
  const body = '1\r\n \r\n'.repeat(pieces);
  return Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(port, '127.0.0.1');
      const dripping: SlowConnection = { socket, closed: false };
      socket.on('error', () => undefined);
      socket.resume();
      socket.on('close', () => {
        dripping.closed = true;
      });
      await once(socket, 'connect');
      const head = `${request} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked`;
      socket.write(`${head}\r\n\r\n`);
      socket.write(body);
      return dripping;
    }),
  );
}

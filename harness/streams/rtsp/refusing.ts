import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { nextMessage } from './message.ts';

interface RefusingCamera extends AsyncDisposable {
  /** `127.0.0.1:port`; the path says how it answers. */
  readonly host: string;
}

/** An RTSP camera that describes nothing: `rtsp://host/404` is answered with 404. */
export async function refusingCamera(): Promise<RefusingCamera> {
  const everybody = new Set<Socket>();
  const server = createServer((socket) => {
    everybody.add(socket);
    socket.once('close', () => everybody.delete(socket));
    socket.on('error', () => socket.destroy());
    let arrived = Buffer.alloc(0);
    socket.on('data', (bytes) => {
      arrived = Buffer.concat([arrived, bytes]);
      for (let next = nextMessage(arrived); next; next = nextMessage(arrived)) {
        arrived = Buffer.from(next.rest);
        const { message } = next;
        if (message.kind === 'request')
          socket.write(answerTo(message.method, message.url, message.headers.cseq ?? '0'));
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A server without a port');
  return {
    host: `127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of everybody) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function answerTo(method: string, url: string, cseq: string): string {
  const status = method === 'OPTIONS' ? '200 OK' : `${/\/(\d{3})$/.exec(url)?.[1] ?? 404} Refused`;
  const lines = [`RTSP/1.0 ${status}`, `CSeq: ${cseq}`, 'Public: OPTIONS, DESCRIBE'];
  if (status.startsWith('401')) lines.push('WWW-Authenticate: Basic realm="camera"');
  return `${lines.join('\r\n')}\r\n\r\n`;
}

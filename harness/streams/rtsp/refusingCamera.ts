import { createServer, type Socket } from 'node:net';
import { listenOnLoopback, type OpenServer } from '../listenOnLoopback.ts';
import { nextMessage } from './message.ts';

/** An RTSP camera that responds to `rtsp://host/404` with 404. */
export const refusingCamera = (): Promise<OpenServer> => listenOnLoopback(createServer(refuse));

function refuse(socket: Socket) {
  let arrived = Buffer.alloc(0);
  socket.on('data', (bytes) => {
    arrived = Buffer.concat([arrived, bytes]);
    for (let next = nextMessage(arrived); next; next = nextMessage(arrived)) {
      arrived = Buffer.from(next.rest);
      const { message } = next;
      if (message.kind === 'request') socket.write(answerTo(message.method, message.url, message.headers.cseq ?? '0'));
    }
  });
}

function answerTo(method: string, url: string, cseq: string): string {
  const status = method === 'OPTIONS' ? '200 OK' : `${/\/(\d{3})$/.exec(url)?.[1] ?? 404} Refused`;
  const lines = [`RTSP/1.0 ${status}`, `CSeq: ${cseq}`, 'Public: OPTIONS, DESCRIBE'];
  if (status.startsWith('401')) lines.push('WWW-Authenticate: Basic realm="camera"');
  return `${lines.join('\r\n')}\r\n\r\n`;
}

import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { type Message, nextMessage } from './message.ts';

const SESSION = '1';
/** A player that reads slower than this is behind for good. */
const BEHIND_BYTES = 4_000_000;

type Request = Extract<Message, { kind: 'request' }>;

export interface Relay {
  /** Resolves when the stream is there to be played. */
  readonly recording: Promise<void>;
  /** Throws everybody out and frees the port. */
  close(): Promise<void>;
}

/**
 * A small RTSP server for one stream: the first who announces it is relayed to everybody who plays it, over TCP only.
 * Publisher and players number the channels of a track alike (as ffmpeg does), so packets go through as they are.
 */
export async function startRelay(port: number): Promise<Relay> {
  let description: string | null = null;
  const players = new Set<Socket>();
  const everybody = new Set<Socket>();
  let announceRecording = () => {};
  const recording = new Promise<void>((resolve) => {
    announceRecording = resolve;
  });

  /** Answers with headers and a body, or with a status when the request cannot be met. */
  function answerTo(
    { method, url, headers, body }: Request,
    socket: Socket,
  ): number | { headers?: string[]; body?: string } {
    switch (method) {
      case 'OPTIONS':
        return { headers: ['Public: OPTIONS, DESCRIBE, ANNOUNCE, SETUP, PLAY, RECORD, TEARDOWN, GET_PARAMETER'] };
      case 'ANNOUNCE':
        description = body;
        socket.once('close', () => {
          description = null;
          for (const player of players) player.destroy();
        });
        return {};
      case 'DESCRIBE':
        if (description === null) return 404;
        return { headers: ['Content-Type: application/sdp', `Content-Base: ${url}/`], body: description };
      case 'SETUP':
        if (!headers.transport?.includes('TCP')) return 461; // unsupported transport: players then try TCP
        return { headers: [`Transport: ${headers.transport}`] };
      case 'PLAY':
        players.add(socket);
        socket.once('close', () => players.delete(socket));
        return {};
      case 'RECORD':
        announceRecording();
        return {};
      case 'TEARDOWN':
      case 'GET_PARAMETER':
        return {};
      default:
        return 405;
    }
  }

  function receive(message: Message, socket: Socket) {
    if (message.kind === 'request') {
      const answer = answerTo(message, socket);
      socket.write(
        written(typeof answer === 'number' ? answer : 200, message, typeof answer === 'number' ? {} : answer),
      );
    } else if (!players.has(socket)) {
      for (const player of players) if (player.writableLength < BEHIND_BYTES) player.write(message.bytes);
    }
  }

  const server = createServer((socket) => {
    everybody.add(socket);
    socket.once('close', () => everybody.delete(socket));
    let arrived = Buffer.alloc(0);
    socket.on('data', (bytes) => {
      arrived = Buffer.concat([arrived, bytes]);
      for (let next = nextMessage(arrived); next; next = nextMessage(arrived)) {
        arrived = Buffer.from(next.rest);
        receive(next.message, socket);
      }
    });
    socket.on('error', () => socket.destroy()); // a reader that was killed
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    recording,
    async close() {
      for (const socket of everybody) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function written(
  status: number,
  { headers: { cseq = '0' } }: Request,
  { headers = [], body = '' }: { headers?: string[]; body?: string },
) {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const lines = [
    `RTSP/1.0 ${status} ${status === 200 ? 'OK' : 'Refused'}`,
    `CSeq: ${cseq}`,
    `Session: ${SESSION}`,
    ...headers,
    ...length,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

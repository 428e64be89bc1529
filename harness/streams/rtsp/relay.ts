import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { type Message, nextMessage } from './message.ts';

const SESSION = '1';
/** Header size of an interleaved packet. */
const INTERLEAVED = 4;
/** A player with more pending bytes never catches up. */
const BEHIND_BYTES = 4_000_000;

export type Transport = 'tcp' | 'udp';

type Request = Extract<Message, { kind: 'request' }>;

export interface Relay {
  /** Resolves when the stream can be played. */
  readonly recording: Promise<void>;
  close(): Promise<void>;
}

/**
 * Relays one stream to all players over one transport. Channel numbers are equal (as in ffmpeg), so packets pass
 * unchanged.
 */
export async function startRelay(port: number, transport: Transport = 'tcp'): Promise<Relay> {
  let description: string | null = null;
  const datagrams = await startDatagrams();
  const players = new Set<Socket>();
  const ports = new Map<Socket, readonly number[]>();
  const sockets = new Set<Socket>();
  let announceRecording = () => {};
  const recording = new Promise<void>((resolve) => {
    announceRecording = resolve;
  });

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
        return setUp(headers.transport ?? '', socket);
      case 'PLAY':
        players.add(socket);
        socket.once('close', () => {
          players.delete(socket);
          ports.delete(socket);
        });
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

  /** 461 is "unsupported transport": players may then try another. */
  function setUp(transportHeader: string, socket: Socket) {
    const overTcp = transportHeader.includes('TCP');
    if (!transportHeader.includes('mode=record') && overTcp !== (transport === 'tcp')) return 461;
    if (overTcp) return { headers: [`Transport: ${transportHeader}`] };
    const [, rtp, rtcp] = /client_port=(\d+)-(\d+)/.exec(transportHeader) ?? [];
    ports.set(socket, [...(ports.get(socket) ?? []), Number(rtp), Number(rtcp)]);
    return { headers: [`Transport: ${transportHeader};server_port=${datagrams.port}-${datagrams.port}`] };
  }

  function pass(channel: number, bytes: Buffer) {
    for (const player of players) {
      const port = ports.get(player)?.[channel];
      if (port) datagrams.send(bytes.subarray(INTERLEAVED), port);
      else if (player.writableLength < BEHIND_BYTES) player.write(bytes);
    }
  }

  function receive(message: Message, socket: Socket) {
    if (message.kind === 'request') {
      const answer = answerTo(message, socket);
      socket.write(
        formatResponse(typeof answer === 'number' ? answer : 200, message, typeof answer === 'number' ? {} : answer),
      );
    } else if (!players.has(socket)) {
      pass(message.channel, message.bytes);
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    let arrived = Buffer.alloc(0);
    socket.on('data', (bytes) => {
      arrived = Buffer.concat([arrived, bytes]);
      for (let next = nextMessage(arrived); next; next = nextMessage(arrived)) {
        arrived = Buffer.from(next.rest);
        receive(next.message, socket);
      }
    });
    socket.on('error', () => socket.destroy());
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    recording,
    async close() {
      for (const socket of sockets) socket.destroy();
      datagrams.close();
      server.close();
      await once(server, 'close');
    },
  };
}

async function startDatagrams() {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    port: socket.address().port,
    send: (bytes: Buffer, port: number) => socket.send(bytes, port, '127.0.0.1'),
    close: () => socket.close(),
  };
}

function formatResponse(
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

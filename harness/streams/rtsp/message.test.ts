import { expect, it } from 'vitest';
import { nextMessage } from './message.ts';

const announce =
  'ANNOUNCE rtsp://127.0.0.1:8554/live RTSP/1.0\r\nContent-Type: application/sdp\r\nCSeq: 2\r\nContent-Length: 3\r\n\r\nv=0';
const packet = Buffer.from([0x24, 1, 0, 2, 7, 8]);

it.each([
  ['a request with a body', Buffer.from(announce), { kind: 'request', method: 'ANNOUNCE', body: 'v=0' }, ''],
  [
    'a request followed by more bytes',
    Buffer.from(`OPTIONS * RTSP/1.0\r\nCSeq: 1\r\n\r\nSETUP`),
    { method: 'OPTIONS', url: '*', headers: { cseq: '1' } },
    'SETUP',
  ],
  [
    'a packet and the next one',
    Buffer.concat([packet, packet]),
    { kind: 'packet', channel: 1, bytes: packet },
    packet.toString(),
  ],
])('nextMessage parses %s', (_, arrived, message, rest) => {
  const next = nextMessage(arrived);
  expect(next?.message).toMatchObject(message);
  expect(next?.rest.toString()).toBe(rest);
});

it.each([
  ['no bytes', Buffer.alloc(0)],
  ['an incomplete header', Buffer.from('OPTIONS * RTSP/1.0\r\nCSeq')],
  ['an incomplete body', Buffer.from(announce.slice(0, -1))],
  ['an incomplete packet', packet.subarray(0, 5)],
  ['the start of a packet', packet.subarray(0, 3)],
])('nextMessage returns null for %s', (_, arrived) => expect(nextMessage(arrived)).toBeNull());

import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { limit } from '../../util/limits.ts';
import { dial, listenOn } from '../testing.ts';
import { CoalescingRequest, isTooFine } from './coalesceBodyChunks.ts';

async function serve(afterMs = 0) {
  const server = createServer({ IncomingMessage: CoalescingRequest }, async (request, response) => {
    await sleep(afterMs);
    const hash = createHash('sha256');
    let pieces = 0;
    request.on('data', (piece) => {
      pieces += 1;
      hash.update(piece);
    });
    await new Promise((resolve) => request.once('close', resolve));
    response.end(`${pieces} ${hash.digest('hex')}`);
  });
  const port = await listenOn(server);
  return async (parts: readonly string[]) => {
    const socket = dial(port);
    const chunks = parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('');
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`);
    socket.write('0\r\n\r\n');
    const text = (await socket.toArray().catch(() => [])).join('');
    const [, pieces, hash] = /(\d+) (\w{64})/.exec(text) ?? [];
    return { pieces: Number(pieces), isSame: hash === createHash('sha256').update(parts.join('')).digest('hex') };
  };
}

const letters = (count: number, size = 1) =>
  Array.from({ length: count }, (_, index) => String.fromCharCode(97 + (index % 26)).repeat(size));

it.each([
  ['no bytes', [], 0],
  ['one byte', ['a'], 1],
  ['single bytes', letters(900), 3],
  ['small chunks', letters(20_000, limit('bodyPiece')), 40],
  ['large chunks', letters(40, 100_000), 200],
  ['chunks of all sizes', Array.from({ length: 500 }, (_, at) => letters(1, 1 + ((at * 7919) % 9_000)).join('')), 450],
])('%s arrive unchanged in few chunks', async (_, parts, max) => {
  for (const send of [await serve(), await serve(50)]) {
    const { pieces, isSame } = await send(parts);
    expect(isSame).toBe(true);
    expect(pieces).toBeLessThanOrEqual(max);
  }
});

it('a long body in one-byte chunks closes its connection', async () => {
  expect((await (await serve())(letters(5_000))).isSame).toBe(false);
  expect((await (await serve(200))(letters(50_000))).isSame).toBe(false);
});

it.each([
  [1000, 1000, false],
  [1017, 1016, true],
  [100_000, 100_000 * limit('bodyPiece'), false],
  [100_000, 98_000 * limit('bodyPiece'), true],
])('%d chunks of %d bytes are too fine: %s', (pieces, bytes, expected) =>
  expect(isTooFine(pieces, bytes)).toBe(expected),
);

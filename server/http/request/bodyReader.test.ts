import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { ApiError } from '../../util/apiError.ts';
import { limit } from '../../util/limits.ts';
import { dial, listenOn } from '../testing.ts';
import { type BodyReader, createBodyReader } from './bodyReader.ts';

const LIMITS = { bytes: limit('jsonBody'), ms: 20_000, bytesPerSecond: 0 };

async function serve(reader: BodyReader, limits = LIMITS) {
  const server = createServer((request, response) => {
    reader.read(request, limits).then(
      (body) => response.end(`${body.length} ${body.toString('latin1', 0, 20)}`),
      (error: unknown) => response.end(error instanceof ApiError ? `refused ${error.status}` : String(error)),
    );
  });
  const port = await listenOn(server);
  return (head: string) => {
    const socket = dial(port);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n`);
    return { socket, answer: () => text.split('\r\n\r\n').slice(1).join('') };
  };
}

it('a body in chunks is read as one', async () => {
  const send = await serve(createBodyReader());
  const pieces = send('Transfer-Encoding: chunked\r\nConnection: close');
  pieces.socket.write(`${'40\r\n'.concat('x'.repeat(64), '\r\n').repeat(10_000)}0\r\n\r\n`);
  await expect.poll(pieces.answer).toContain('640000 xxxxxxxxxxxxxxxxxxxx');
  const whole = send('Content-Length: 5\r\nConnection: close');
  whole.socket.write('hello');
  await expect.poll(whole.answer).toContain('5 hello');
});

it('a body that is too large is rejected by its header or while it arrives', async () => {
  const send = await serve(createBodyReader(), { ...LIMITS, bytes: 100 });
  await expect.poll(send('Content-Length: 101').answer).toContain('refused 413');
  const { socket, answer } = send('Transfer-Encoding: chunked');
  socket.write(`64\r\n${'x'.repeat(100)}\r\n`);
  socket.write('1\r\nx\r\n');
  await expect.poll(answer).toContain('refused 413');
});

it('a slow body is rejected, but received bytes extend the time', async () => {
  const send = await serve(createBodyReader(), { ...LIMITS, ms: 300 });
  const { socket, answer } = send('Content-Length: 1000');
  const drip = setInterval(() => socket.write('x'), 20);
  await expect.poll(answer).toContain('refused 408');
  clearInterval(drip);

  const sendMore = await serve(createBodyReader(), { ...LIMITS, ms: 100, bytesPerSecond: 100 });
  const patient = sendMore('Content-Length: 1000\r\nConnection: close');
  let left = 1000;
  const flow = setInterval(() => {
    if (left > 0) patient.socket.write('x'.repeat(100));
    left -= 100;
  }, 60);
  await expect.poll(patient.answer).toContain('1000 xxx');
  clearInterval(flow);
});

it('concurrent bodies are limited: the largest is rejected, and an announced length costs nothing', async () => {
  const max = limit('jsonBodies');
  const size = 15 * 1024 * 1024;
  const send = await serve(createBodyReader());
  const liars = Array.from({ length: 50 }, () => send(`Content-Length: ${size}`));
  const large = Array.from({ length: Math.ceil(max / size) }, () => send(`Content-Length: ${size}`));
  const small = send('Content-Length: 100000\r\nConnection: close');
  small.socket.write('y'.repeat(50_000));
  for (const { socket } of large) socket.write(Buffer.alloc(size - 1, 'x'));
  const rejectedBodies = () => large.filter(({ answer }) => answer().includes('refused 503'));
  await expect.poll(() => rejectedBodies().length).toBe(1);
  small.socket.write('y'.repeat(50_000));
  await expect.poll(small.answer).toContain('100000 yyy');
  for (const { socket, answer } of large) if (!answer().includes('503')) socket.write('x');
  await expect.poll(() => large.filter(({ answer }) => answer().includes(`${size} xxx`)).length).toBe(large.length - 1);
  expect(liars.every(({ answer }) => answer() === '')).toBe(true);
});

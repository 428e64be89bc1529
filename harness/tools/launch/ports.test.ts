import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { freePort, requirePort } from './ports.ts';

let server: Server | undefined;
afterEach(() => server?.close());

it.each(['127.0.0.1', '::1'])('a port in use at %s is a user error', async (host) => {
  server = createServer().listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await expect(requirePort('127.0.0.1', port, 'PORT')).rejects.toThrow(
    `Port ${port} is in use: stop the program that uses it, or choose another port with PORT=${port + 1}.`,
  );
});

it('a free port is accepted', async () =>
  expect(await requirePort('127.0.0.1', await freePort(), 'PORT')).toBeUndefined());

it('an address that this machine does not have is named', () =>
  // 192.0.2.0/24 is reserved for documentation
  expect(requirePort('192.0.2.1', 20_000, 'PORT')).rejects.toThrow('no address 192.0.2.1'));

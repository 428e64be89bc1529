import { once } from 'node:events';
import { createServer } from 'node:net';
import { UserError } from './userError.ts';

/** Throws a user error if the port is not available. `variable`: the setting for another port. */
export async function requirePort(host: string, port: number, variable: 'PORT' | 'RTMP_PORT'): Promise<void> {
  // Browsers can resolve "localhost" to ::1, where another program may listen.
  const hosts = host === '127.0.0.1' ? [host, '::1'] : [host];
  for (const host of hosts) {
    const server = createServer();
    try {
      server.listen(port, host);
      await once(server, 'listening');
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      if (code === 'EADDRINUSE') {
        throw new UserError(
          `Port ${port} is in use: stop the program that uses it, or choose another port with ${variable}=${port + 1}.`,
        );
      }
      if (code === 'EACCES') {
        throw new UserError(`Port ${port} is not allowed for this user: choose one above 1023 with ${variable}=8080.`);
      }
      if (host !== '::1')
        throw new UserError(`This machine has no address ${host}: choose another one with HOST=127.0.0.1.`);
      // A machine without IPv6 has no ::1 that could be in use.
    } finally {
      server.close();
    }
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('A TCP server without a port');
  return address.port;
}

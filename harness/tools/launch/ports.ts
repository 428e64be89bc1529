import { once } from 'node:events';
import { createServer } from 'node:net';
import { UserError } from './userError.ts';

/** Throws the user error of a port that cannot be listened on. `variable` is what a person sets to choose another one. */
export async function requirePort(host: string, port: number, variable: 'PORT' | 'RTMP_PORT'): Promise<void> {
  // "localhost" may lead a browser to ::1 first: another program there would answer in our place.
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

/** A port of the loopback interface that nobody uses at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('A TCP server without a port');
  return address.port;
}

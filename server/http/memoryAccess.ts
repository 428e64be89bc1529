import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { equalSecrets } from '../equalSecrets.ts';
import type { Config, Log } from '../types.ts';
import { clientAddress, isFromThisMachine, peerAddress } from './client.ts';
import { onHangUp } from './hangUp.ts';
import type { LoginDesk } from './loginDesk.ts';

interface MemoryAccessDeps {
  readonly auth: Config['storage']['memory']['auth'];
  readonly log: Log;
  readonly desk: LoginDesk;
}

/**
 * Who may write at `/memfs`. A wrong password there counts like a wrong login; but our own ffmpeg never waits, nor does
 * a connection that has shown the right one before. Throws 429 like a login.
 */
export function createMemoryAccess({ auth, log, desk }: MemoryAccessDeps) {
  const known = new WeakSet<Socket>();

  const isRight = (request: IncomingMessage, basic: string): boolean => {
    const fits = equalSecrets(Buffer.from(basic, 'base64').toString('utf8'), `${auth.username}:${auth.password}`);
    if (fits) known.add(request.socket);
    else {
      // It has to stand in line again.
      known.delete(request.socket);
      log.write('warn', 'HTTP', 'Wrong password for /memfs', { client: clientAddress(request) });
    }
    return fits;
  };

  return async (request: IncomingMessage): Promise<boolean> => {
    if (!auth.enable) return true;
    const basic = /^Basic (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    // ffmpeg shows its password only when asked for it.
    if (basic === undefined) return false;
    if (isFromThisMachine(request) || known.has(request.socket)) return isRight(request, basic);
    const visitor = desk.enter(clientAddress(request), peerAddress(request));
    const stay = onHangUp(request.socket, visitor.leave);
    try {
      return await visitor.compare(() => isRight(request, basic));
    } finally {
      stay();
      visitor.leave();
    }
  };
}

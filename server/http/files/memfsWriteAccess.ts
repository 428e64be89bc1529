import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { isChannelId } from '../../../src/api/processIds.ts';
import type { Config } from '../../config/configSchema.ts';
import type { Log } from '../../log/index.ts';
import { normalizeName } from '../../storage/normalizeName.ts';
import { pushedTo } from '../../storage/shares.ts';
import { ApiError } from '../../util/apiError.ts';
import { areSecretsEqual } from '../../util/equalSecrets.ts';
import { limit } from '../../util/limits.ts';
import { attemptLogin, type LoginQueue } from '../login/loginQueue.ts';
import { findClientAddress, isFromThisMachine } from '../request/clientAddress.ts';

interface MemoryAccessDeps {
  readonly auth: Config['storage']['memory']['auth'];
  readonly log: Log;
  readonly loginQueue: LoginQueue;
  readonly pushKeyOf: (channel: string) => string | null;
}

const isPushedTo = (channel: string, name: string): boolean =>
  pushedTo(name) === channel && !name.includes('/', `/ingest/${channel}`.length);

function pairOf(basic: string): { user: string; password: string } {
  const [user = '', ...password] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  return { user, password: password.join(':') };
}

/** A wrong password or key may throw 429; a right one does not reset the count of failed logins. */
export function createMemoryAccess({ auth, log, loginQueue, pushKeyOf }: MemoryAccessDeps) {
  /** The last valid credentials of each connection. */
  const proven = new WeakMap<Socket, string>();

  const opens = (path: string, { user, password }: { user: string; password: string }): boolean => {
    const key = isChannelId(user) ? pushKeyOf(user) : null;
    if (key === null || !areSecretsEqual(password, key)) {
      return areSecretsEqual(`${user}:${password}`, `${auth.username}:${auth.password}`);
    }
    const name = normalizeName(path);
    if (name.length > limit('pushedFileName')) throw new ApiError(400, 'Bad request', ['the name is too long']);
    if (!isPushedTo(user, name)) {
      throw new ApiError(403, 'Forbidden', [`this key opens only names that begin with /memfs/ingest/${user}`]);
    }
    return true;
  };

  const isRight = (request: IncomingMessage, path: string, basic: string): boolean => {
    const fits = opens(path, pairOf(basic));
    if (fits) proven.set(request.socket, basic);
    else log.write('warn', 'HTTP', 'Wrong password for /memfs', { client: findClientAddress(request) });
    return fits;
  };

  return async (request: IncomingMessage, path: string): Promise<boolean> => {
    if (!auth.enable) return true;
    const basic = /^Basic (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    // ffmpeg sends its password only after a 401.
    if (basic === undefined) return false;
    const decide = () => isRight(request, path, basic);
    // Compared again, because the key may have been replaced.
    if (isFromThisMachine(request) || proven.get(request.socket) === basic) return decide();
    return attemptLogin(loginQueue, request, (visitor) => visitor.compare({ decide, forgives: false }));
  };
}

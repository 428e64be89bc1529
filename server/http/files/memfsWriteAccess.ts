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
  /** The key with which an encoder pushes to a channel; null: the channel has none. */
  readonly pushKeyOf: (channel: string) => string | null;
}

const isPushedTo = (channel: string, name: string): boolean =>
  pushedTo(name) === channel && !name.includes('/', `/ingest/${channel}`.length);

function pairOf(basic: string): { user: string; password: string } {
  const [user = '', ...password] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  return { user, password: password.join(':') };
}

/**
 * The password opens all of `/memfs`, a key the files of its channel (else 403). A wrong one counts as a failed login
 * and throws 429 as a login does, a right one forgives none. Who shows the same on the same connection does not wait.
 */
export function createMemoryAccess({ auth, log, loginQueue, pushKeyOf }: MemoryAccessDeps) {
  /** What was right last on a connection: it proves nothing about another secret. */
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

  /** `path` is what follows `/memfs`, decoded. */
  return async (request: IncomingMessage, path: string): Promise<boolean> => {
    if (!auth.enable) return true;
    const basic = /^Basic (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    // ffmpeg shows its password only when asked for it.
    if (basic === undefined) return false;
    const decide = () => isRight(request, path, basic);
    // A key may have been renewed meanwhile, so it is compared again.
    if (isFromThisMachine(request) || proven.get(request.socket) === basic) return decide();
    return attemptLogin(loginQueue, request, (visitor) => visitor.compare({ decide, forgives: false }));
  };
}

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Core, createCoreClient } from '../../../src/api/client.ts';
import { bundleServer } from '../../tools/build/server.ts';
import { freePort } from '../../tools/launch/ports.ts';
import { type RunningCore, startCore } from '../../tools/launch/startCore.ts';

export const USER = { name: 'admin', password: 'a-secret' };

const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];
/** Requests without lasting effect. Pages for viewers are written as a whole. */
const HARMLESS = /\/api\/(login|v3\/metrics)$|\/v3\/fs\/|_probe/;

const isProbe = (body: unknown) => typeof body === 'string' && body.includes('_probe"');

/** An embedded core that can be killed and keeps its data, or another program that obeys CORE_*. */
export async function mortalCore(folder: string, other?: string, more: Readonly<Record<string, string>> = {}) {
  const [port, rtmp] = [await freePort(), await freePort()];
  const address = `http://127.0.0.1:${port}`;
  const environment = {
    CORE_ADDRESS: `127.0.0.1:${port}`,
    CORE_RTMP_ENABLE: 'true',
    CORE_RTMP_ADDRESS: `127.0.0.1:${rtmp}`,
    CORE_DB_DIR: path.join(folder, 'db'),
    // Otherwise another core would use the config of this machine.
    ...(other !== undefined && { CORE_CONFIGFILE: path.join(folder, 'db', 'config.json') }),
    CORE_STORAGE_DISK_DIR: path.join(folder, 'data'),
    CORE_API_AUTH_ENABLE: 'true',
    CORE_API_AUTH_USERNAME: USER.name,
    CORE_API_AUTH_PASSWORD: USER.password,
    ...more,
  };
  for (const name of ['db', 'data']) mkdirSync(path.join(folder, name), { recursive: true });
  // Bundled once for all starts.
  const binary = other ?? bundleServer(path.resolve(import.meta.dirname, '../../../server/main.ts'));
  const start = () =>
    startCore({ environment, answering: [`${address}/ping`], logFile: path.join(folder, 'core.log'), binary });
  let running: RunningCore = await start();

  /** A client whose core is killed after the nth write from `arm` on, before it responds. */
  function client() {
    const line = { killAt: 0, written: 0, dead: false, last: '' };
    const send: typeof fetch = async (to, options) => {
      const isWrite = WRITES.includes(options?.method ?? '') && !HARMLESS.test(String(to)) && !isProbe(options?.body);
      if (line.dead) throw new TypeError('fetch failed');
      const answer = await fetch(to, options);
      if (line.killAt === 0 || !isWrite) return answer;
      line.written += 1;
      if (line.written !== line.killAt) return answer;
      line.dead = true;
      line.last = `${options?.method} ${decodeURIComponent(String(to))}`.replace(address, '').replace('/api/v3', '');
      await running.kill();
      throw new TypeError('fetch failed');
    };
    const arm = (nth: number) => Object.assign(line, { killAt: nth, written: 0 });
    return { core: createCoreClient({ address, send }), line, arm };
  }

  return {
    address,
    rtmp,
    client,
    reader(of: Core): Core {
      const core = createCoreClient({ address });
      core.setTokens(of.tokens);
      return core;
    },
    async comeBack() {
      await running.kill();
      running = await start();
    },
    async stayUp() {
      const answer = await fetch(`${address}/ping`).catch(() => null);
      if (!answer?.ok) await this.comeBack();
    },
    stop: () => running.kill(),
  };
}

export type MortalCore = Awaited<ReturnType<typeof mortalCore>>;

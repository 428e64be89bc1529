import { lookup } from 'node:dns/promises';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { domainToASCII } from 'node:url';
import { errorCodeOf } from '../util/errorMessage.ts';
import { parseAddress } from './address.ts';
import type { Config } from './configSchema.ts';

const TIMEOUT_MS = 10_000; // the real core's

export interface NetworkFacts {
  resolves(name: string): Promise<boolean>;
  isTaken(host: string, port: number): Promise<boolean>;
}

const isAutomatic = ({ tls }: Config): boolean => tls.enable && tls.auto;

/** Rejects, by dotted field, new settings that cannot work. Stored ones may stay, as DNS can fail. */
export async function findUnmetDemands(
  config: Config,
  before: Config,
  httpPort: number,
  { resolves, isTaken }: NetworkFacts = thisMachine,
): Promise<Record<string, string[]>> {
  if (!isAutomatic(config)) return {};
  const previous = isAutomatic(before) ? before.host.name : [];
  const added = config.host.name.filter((name) => !previous.includes(name));
  const lost = (await Promise.all(added.map(async (name) => ((await resolves(name)) ? [] : [name])))).flat();
  const { host, port } = parseAddress(config.address);
  const isPortTaken = !isAutomatic(before) && port !== httpPort && (await isTaken(host, httpPort));
  return {
    ...(lost.length === 0
      ? {}
      : {
          'host.name': lost.map((name) => `the host '${name}' can't be resolved and will not work with automatic TLS`),
        }),
    ...(isPortTaken ? { 'tls.auto': [`port ${httpPort} is in use by another program`] } : {}),
  };
}

const thisMachine: NetworkFacts = {
  resolves: (name) =>
    Promise.race([
      lookup(domainToASCII(name)).then(
        () => true,
        () => false,
      ),
      sleep(TIMEOUT_MS, false, { ref: false }),
    ]),
  async isTaken(host, port) {
    const server = createServer();
    const fault = await new Promise<unknown>((resolve) => {
      server.once('error', resolve);
      server.listen(host === '' ? { port } : { port, host }, () => resolve(null));
    });
    if (fault === null) await new Promise((resolve) => server.close(resolve));
    // Without the right to open it, the port may still be forwarded here.
    return errorCodeOf(fault) === 'EADDRINUSE' && !(await isPassedOn(host, port));
  },
};

function isPassedOn(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host: host === '' ? '127.0.0.1' : host, port, path: '/ping', agent: false }, (response) => {
      response.once('data', (part) => {
        resolve(String(part) === 'pong');
        request.destroy();
      });
      response.once('end', () => resolve(false));
    });
    request.setTimeout(TIMEOUT_MS, () => request.destroy());
    request.once('close', () => resolve(false));
    request.on('error', () => resolve(false));
  });
}

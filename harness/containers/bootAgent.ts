import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_MS } from '../test/testing/machineSlowness.ts';
import { Container } from './container.ts';

export const AGENT_HEADING = [
  '| image | processor | start until it acts on a core |',
  '| ----- | --------- | ----------------------------- |',
];

const LEASE = '/api/v3/fs/mem/sluice-agent.json';
const ABOUT = JSON.stringify({ app: 'core', auths: [], id: 'x', version: { number: '16.14.0', arch: '' } });
const RECHECK_MS = 50;

async function startCoreInPlace() {
  let hasAgent = false;
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (request.method === 'PUT' && path === LEASE) hasAgent = true;
    const body = path === '/api' ? ABOUT : path.startsWith('/api/v3/process') ? '[]' : null;
    request.resume();
    response.writeHead(request.method === 'PUT' || body !== null ? 200 : 404, { 'Content-Type': 'application/json' });
    response.end(body ?? '{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    hasAgent: () => hasAgent,
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

/** Starts a hardened agent that acts on a fake core. Returns a row below AGENT_HEADING. */
export async function bootAgent(image: string, platform: string | undefined): Promise<string> {
  const core = await startCoreInPlace();
  const container = new Container(image).readOnly('16m').withEnvironment({ SLUICE_AGENT_CORE: core.url });
  if (platform !== undefined) container.onPlatform(platform);
  const startedAt = performance.now();
  try {
    const running = await container.running();
    try {
      while (!core.hasAgent()) {
        if (!(await running.isRunning()) || performance.now() - startedAt > 10 * PATIENCE_MS)
          throw new Error(`The agent does not act: ${running.log()}`);
        await sleep(RECHECK_MS);
      }
      const seconds = (performance.now() - startedAt) / 1000;
      const machine = (await running.sh('uname -m')).trim();
      return `| \`${image}\` | ${machine} | ${seconds.toFixed(1)} s |`;
    } finally {
      await running.stop();
    }
  } finally {
    await core.stop();
  }
}

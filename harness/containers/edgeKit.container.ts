import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { buildEdgeKitFiles, type EdgeKitKind, type EdgeKitPlan } from '../../src/media/edge/edgeKitFiles.ts';
import { testTempDir } from '../test/core/testTempDir.ts';
import { PATIENCE_MS } from '../test/testing/machineSlowness.ts';
import { sendRequest } from '../tools/edge/sendRequest.ts';
import { startOrigin } from '../tools/edge/startFakeOrigin.ts';
import { freePort } from '../tools/launch/ports.ts';
import { runProgram } from './runProgram.ts';

const PATIENT = { timeout: PATIENCE_MS * 2 };
const PLAYLIST = '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2.0,\nlive_1.ts\n';
/** Every segment is a cache miss, of which the edge allows ten per second and address. */
const SEGMENT_EVERY_MS = 200;

const cleanup: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanup.splice(0).toReversed()) await cleanUp();
});

let origin: Awaited<ReturnType<typeof startOrigin>>;
beforeEach(async () => {
  origin = await startOrigin(({ url = '' }, response) => response.end(url.includes('.m3u8') ? PLAYLIST : 'segment'));
  cleanup.push(() => origin.stop());
});

const docker = (...args: string[]) => runProgram('docker', args);

async function compose(...args: string[]): Promise<string> {
  const isPlugin = await docker('compose', 'version').then(
    () => true,
    () => false,
  );
  return isPlugin ? docker('compose', ...args) : runProgram('docker-compose', args);
}

async function kitOf(kind: EdgeKitKind) {
  const plan: EdgeKitPlan = {
    origin: origin.url,
    channels: [{ name: 'live', access: 'public', hasVariants: false }],
    ...{ edges: 2, mostViewers: 0, session: '7SBmNdKSbLdkrFbkDcSgLn' },
    ...{ image: 'sluice-edge:latest', coreImage: 'sluice-embedded:latest' },
  };
  const files = await buildEdgeKitFiles(kind, plan, (name) => readFile(path.join('docker/edge/kit', name), 'utf8'));
  const [file] = files ?? [];
  if (file === undefined) throw new Error(`There is no file for ${kind}`);
  return { ...file, made: parse(file.text) };
}

const isWell = (port: number) =>
  sendRequest(port, '/edge/health').then(
    ({ status }) => status === 200,
    () => false,
  );

describe('the edge kit for Compose', () => {
  it('starts an edge that serves, recovers from a crash, and stops cleanly', async () => {
    const folder = testTempDir();
    const port = await freePort();
    const project = `edge${port}`;
    const { name, made } = await kitOf('compose');
    // An engine for tests has only the host's network.
    const { ports: _, environment, ...edge } = made.services.edge;
    const service = {
      ...edge,
      environment: { ...environment, EDGE_LISTEN: `127.0.0.1:${port}` },
      network_mode: 'host',
    };
    await writeFile(path.join(folder, name), stringify({ services: { edge: service } }));
    const files = ['-p', project, '-f', path.join(folder, name)];
    cleanup.push(() => compose(...files, 'down', '--timeout', '1'));
    await compose(...files, 'up', '-d');
    await expect.poll(() => isWell(port), PATIENT).toBe(true);
    expect((await sendRequest(port, '/memfs/live_1.ts')).text).toBe('segment');

    const [id = ''] = (await compose(...files, 'ps', '-q')).trim().split('\n').slice(-1);
    const inspect = (format: string) => docker('inspect', '--format', format, id);
    await expect.poll(() => inspect('{{.State.Health.Status}}'), PATIENT).toContain('healthy');
    await expect(docker('exec', id, 'touch', '/edge/x')).rejects.toThrow('Read-only file system');
    await docker('exec', id, 'sh', '-c', 'kill -9 $(cat /tmp/edge/pid)');
    await expect.poll(() => inspect('{{.RestartCount}}'), PATIENT).toContain('1');
    await expect.poll(() => isWell(port), PATIENT).toBe(true);
    await compose(...files, 'stop');
    expect((await inspect('{{.State.ExitCode}}')).trim()).toBe('0');
  });
});

/** Fetches segments from two edges in turn, with one retry at the other edge. */
function watch(ports: readonly number[]) {
  const counts = { fetched: 0, retried: 0, failed: 0 };
  const stopping = new AbortController();
  const fetchOnce = (n: number, turn: number) =>
    sendRequest(ports[turn % ports.length] ?? 0, `/memfs/live_${n}.ts`).then(
      ({ status }) => status === 200,
      () => false,
    );
  const done = (async () => {
    for (let n = 1; !stopping.signal.aborted; n += 1) {
      counts.fetched += 1;
      if (!(await fetchOnce(n, n))) {
        counts.retried += 1;
        if (!(await fetchOnce(n, n + 1))) counts.failed += 1;
      }
      await sleep(SEGMENT_EVERY_MS);
    }
  })();
  return {
    seen: counts,
    async stop() {
      stopping.abort();
      await done;
      return counts;
    },
  };
}

async function startStack() {
  const stack = `edge${process.pid}`;
  const state = (await docker('info', '--format', '{{.Swarm.LocalNodeState}}')).trim();
  if (state !== 'active') {
    await docker('swarm', 'init', '--advertise-addr', '127.0.0.1', '--listen-addr', '127.0.0.1');
    cleanup.push(async () => {
      await docker('swarm', 'leave', '--force');
      // Swarm created this network and leaves it behind.
      await docker('network', 'rm', 'docker_gwbridge');
    });
  }
  // On the host's network each edge needs its own port, derived from its number.
  const tens = Math.floor((await freePort()) / 10);
  const ports = [tens * 10 + 1, tens * 10 + 2];
  const { made } = await kitOf('swarm');
  const { ports: _, ...edge } = made.services.edge;
  const { placement: __, ...deploy } = edge.deploy;
  const file = path.join(testTempDir(), 'stack.yaml');
  const deployWith = async (environment: Record<string, string>) => {
    const service = {
      ...edge,
      environment: { ...edge.environment, EDGE_LISTEN: `127.0.0.1:${tens}{{.Task.Slot}}`, ...environment },
      networks: ['here'],
      deploy: { ...deploy, update_config: { ...deploy.update_config, delay: '5s' } },
    };
    const networks = { here: { external: true, name: 'host' } };
    await writeFile(file, stringify({ version: '3.8', services: { edge: service }, networks }));
    await docker('stack', 'deploy', '--resolve-image', 'never', '-c', file, stack);
  };
  const containers = async () =>
    (await docker('ps', '-q', '--filter', `label=com.docker.stack.namespace=${stack}`)).split('\n').filter(Boolean);
  cleanup.push(async () => {
    await docker('stack', 'rm', stack);
    await expect.poll(containers, PATIENT).toEqual([]);
  });
  await deployWith({});
  const arePlaced = async (without: readonly string[]) => {
    const now = await containers();
    const answer = await Promise.all(ports.map(isWell));
    return now.length === 2 && !now.some((id) => without.includes(id)) && answer.every(Boolean);
  };
  await expect.poll(() => arePlaced([]), PATIENT).toBe(true);
  return { ports, containers, arePlaced, deployWith };
}

describe('the edge kit for Swarm', () => {
  it('serves every segment by the second request while edges are replaced one by one', async () => {
    const { ports, containers, arePlaced, deployWith } = await startStack();
    const before = await containers();
    const watched = watch(ports);
    await deployWith({ EDGE_CACHE_MB: '64' });
    await expect.poll(() => arePlaced(before), PATIENT).toBe(true);
    const { fetched, retried, failed } = await watched.stop();
    expect(failed).toBe(0);
    expect(retried).toBeGreaterThan(0);
    expect(fetched).toBeGreaterThan(retried);
  });

  it('serves every segment by the second request while a lost edge recovers', async () => {
    const { ports, containers, arePlaced } = await startStack();
    const [lost = ''] = await containers();
    const watched = watch(ports);
    await docker('kill', lost);
    await expect.poll(() => arePlaced([lost]), PATIENT).toBe(true);
    const { fetched, retried, failed } = await watched.stop();
    expect(failed).toBe(0);
    expect(retried).toBeGreaterThan(0);
    expect(fetched).toBeGreaterThan(retried);
  });
});

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { EdgePlan } from '../../../src/media/edge/edgePlan.ts';
import { edgeNginxConfig } from '../../../src/media/edge/nginxConfig.ts';
import { viewerCountScript } from '../../../src/media/edge/viewerCountScript.ts';
import { freePort } from '../launch/ports.ts';

const START_PATIENCE_MS = 20_000;
const RECHECK_MS = 10;

export const EDGE_SESSION = '7SBmNdKSbLdkrFbkDcSgLn';
export const EDGE_SECRET = 'a-secret-of-this-test';

export interface RunningEdge {
  readonly port: number;
  readonly folder: string;
  readonly pid: number;
  /** Memory of all processes with shared pages counted once; null if unknown. */
  memoryMib(): Promise<number | null>;
  /** Counts viewers once, by default without a limit per address. The image counts every few seconds with one. */
  count(mostViewers?: number, perAddress?: number | null): Promise<void>;
  stop(): Promise<void>;
}

/** Starts an edge at 127.0.0.1 like the image. Rejects with nginx's message if it does not respond. */
export async function startEdge(
  options: Pick<EdgePlan, 'origin'> & Partial<EdgePlan>,
  folder: string,
): Promise<RunningEdge> {
  const port = await freePort();
  const [cacheFolder, runFolder] = [path.join(folder, 'cache'), path.join(folder, 'run')];
  for (const folder of [cacheFolder, runFolder]) await mkdir(folder, { recursive: true });
  const config = edgeNginxConfig({
    listen: `127.0.0.1:${port}`,
    channels: [],
    session: EDGE_SESSION,
    secret: EDGE_SECRET,
    cacheMegabytes: '200',
    balancers: [],
    resolver: null,
    cacheFolder,
    runFolder,
    errorLog: path.join(folder, 'error.log'),
    ...options,
  });
  const main = path.join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  // As root, nginx would switch to another user.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  await writeFile(path.join(folder, 'edge.conf'), config);
  await writeFile(path.join(folder, 'count.sh'), viewerCountScript);
  await writeFile(path.join(runFolder, 'status.json'), '{}');
  await writeFile(
    main,
    `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
     events { worker_connections 4096; }
     http { ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')} include ${folder}/edge.conf; }`,
  );
  const child = spawn('nginx', ['-p', folder, '-e', path.join(folder, 'error.log'), '-c', main], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const ended = once(child, 'exit');
  const timeout = AbortSignal.timeout(START_PATIENCE_MS);
  while ((await readFile(path.join(folder, 'pid'), 'utf8').catch(() => '')) === '') {
    if (timeout.aborted || child.exitCode !== null) throw new Error(`the edge did not start: ${output}`);
    await sleep(RECHECK_MS);
  }
  return {
    port,
    folder,
    pid: child.pid ?? 0,
    memoryMib: () => memoryOf(child.pid ?? 0),
    count: async (mostViewers = 0, perAddress = mostViewers || null) => {
      const args = [path.join(folder, 'count.sh'), runFolder, path.join(folder, 'pid'), String(mostViewers), 'once'];
      const env = perAddress === null ? process.env : { ...process.env, EDGE_MAX_PER_ADDRESS: String(perAddress) };
      await promisify(execFile)('sh', args, { env });
    },
    stop: async () => {
      child.kill('SIGQUIT');
      const slow = setTimeout(() => child.kill('SIGKILL'), 2_000);
      await ended;
      clearTimeout(slow);
    },
  };
}

async function memoryOf(pid: number): Promise<number | null> {
  const workers = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  let kib = 0;
  for (const process of [String(pid), ...workers.split(' ').filter(Boolean)]) {
    const rollup = await readFile(`/proc/${process}/smaps_rollup`, 'utf8').catch(() => '');
    const found = /^Pss:\s+(\d+) kB/m.exec(rollup)?.[1];
    if (found === undefined) return null;
    kib += Number(found);
  }
  return kib / 1024;
}

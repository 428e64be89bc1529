import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { access, constants, mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../tools/launch/userError.ts';
import { isCi, planEngineStart } from './planEngineStart.ts';
import { runProgram } from './runProgram.ts';

/** Keeps images and layers between runs. */
const DATA = path.resolve('.setup/engine');
export const ENGINE_LOG = path.resolve('.setup/engine.log');
const START_PATIENCE_MS = 30_000;
const STOP_PATIENCE_MS = 20_000;

export interface Engine {
  readonly environment: Record<string, string>;
  /** Its image folder if we started it; null for an engine that was already running. */
  readonly folder: string | null;
  /** True for a running engine that this user can use only by sudo. */
  readonly bySudo: boolean;
  docker(...args: string[]): Promise<string>;
  dockerByLine(onLine: (line: string) => void, ...args: string[]): Promise<string>;
  stop(): Promise<void>;
}

export const describeEngine = ({ folder, bySudo }: Pick<Engine, 'folder' | 'bySudo'>): string =>
  folder === null
    ? `Using the Docker that runs here${bySudo ? ', by sudo, as it is not open to this user' : ''}.`
    : `Found no Docker that could be used: started one for this, with its data in ${folder} (log: ${ENGINE_LOG}).`;

export const describeRemains = ({ folder }: Pick<Engine, 'folder'>): string[] =>
  folder === null
    ? ['The images are in the Docker that runs here. Nothing else was started.']
    : [
        'The Docker that was started for this is stopped. To start it with these images:',
        `  sudo dockerd --data-root ${folder}`,
        `To remove it with all of them: sudo rm -r ${folder}`,
      ];

const TESTCONTAINERS = {
  // The cleanup helper would need an image from a registry.
  TESTCONTAINERS_RYUK_DISABLED: 'true',
  // Our containers use the host's network; inside of a container, testcontainers would guess another address.
  TESTCONTAINERS_HOST_OVERRIDE: '127.0.0.1',
};

const BUILDKIT = { DOCKER_BUILDKIT: '1' };

type Client = readonly [string, ...string[]];
const CLIENTS: readonly Client[] = [['docker'], ['/usr/bin/docker']];
/** sudo drops environment variables. */
const AS_ROOT: Client = [
  'sudo',
  '-n',
  'env',
  ...Object.entries(BUILDKIT).map(([name, value]) => `${name}=${value}`),
  'docker',
];

interface EngineNeeds {
  /** Must run on this machine, because its containers are reached at 127.0.0.1. */
  here: boolean;
  asked: boolean;
}

/** Finds a running engine, or starts one, which may install it. Throws a `UserError` if none can run. */
export async function openEngine({ here, asked }: EngineNeeds): Promise<Engine> {
  const findEngine = async (): Promise<Engine | null> => {
    const own = await findAnswering({});
    // Libraries that start containers need its socket.
    const engine = own ?? (here ? null : await findAnswering({}, [AS_ROOT]));
    if (engine === null || (here && (await machineOf(engine)) !== hostname())) return null;
    return { ...engine, folder: null, bySudo: own === null, stop: async () => {} };
  };
  const running = await findEngine();
  if (running !== null) return running;
  // A second engine would remove docker0, the network of the first.
  if (await isClosed(SOCKET)) throw new UserError(`Docker runs here, but is not open to this user.${OPEN_TO_USER}`);
  switch (planEngineStart((await isInstalled()) ? 'installed' : 'missing', { asked, ci: isCi(process.env.CI) })) {
    case 'leave':
      throw new UserError('no engine (`make containers` brings one)');
    case 'install':
      await runProgram('sh', ['harness/setup.sh', 'docker', 'docker-compose']).catch((error: Error) => {
        throw new UserError(error.message);
      });
      return (await findEngine()) ?? ownEngine();
    default:
      return ownEngine();
  }
}

/** PATH may lack /usr/sbin. The client may be a separate package. */
const isInstalled = () =>
  runProgram('sh', ['-c', 'command -v dockerd && command -v docker'], { PATH: `${process.env.PATH}:/usr/sbin` }).then(
    () => true,
    () => false,
  );

const machineOf = async (engine: Pick<Engine, 'docker'>) =>
  (await engine.docker('info', '--format', '{{.Name}}')).trim();

const SOCKET = '/var/run/docker.sock';

const isClosed = (socket: string) =>
  access(socket, constants.R_OK | constants.W_OK).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'EACCES',
  );

const OPEN_TO_USER = `
If Docker runs here, make it yours and try again: sudo usermod -aG docker "$USER", then log out and in.`;

async function ownEngine(): Promise<Engine> {
  mkdirSync(DATA, { recursive: true });
  // Socket paths are limited to 107 characters, and a clone may be deep.
  const execRoot = await mkdtemp(path.join(tmpdir(), 'engine-'));
  const host = `unix://${execRoot}/docker.sock`;
  const log = openSync(ENGINE_LOG, 'w');
  const root = process.getuid?.() === 0;
  const asRoot = (program: string, ...args: string[]) =>
    root ? runProgram(program, args) : runProgram('sudo', ['-n', program, ...args]);
  const daemon = spawn(
    root ? 'dockerd' : 'sudo',
    [
      ...(root ? [] : ['-n', 'dockerd', '--group', String(process.getgid?.())]),
      ...['--data-root', DATA, '--exec-root', execRoot, '--pidfile', `${execRoot}/pid`, '--host', host],
      // Leaves the host's network alone: our containers share it.
      ...['--bridge', 'none', '--iptables=false', '--ip6tables=false'],
    ],
    // Detached from Ctrl-C: the containers must end before the engine.
    { stdio: ['ignore', log, log], detached: true },
  );
  closeSync(log);
  const ended = once(daemon, 'exit').catch(() => {});
  const stop = async () => {
    // Remains of an aborted run, and replaced images.
    for (const command of [
      ['container', 'prune', '--filter', 'label=org.testcontainers=true'],
      ['image', 'prune'],
    ])
      await runProgram('docker', [...command, '--force'], { DOCKER_HOST: host }).catch(() => {});
    await end(daemon, ended);
    // The engine leaves this mounted, which blocks the removal.
    await asRoot('umount', `${execRoot}/netns/default`).catch(() => {});
    // Some files belong to root.
    await rm(execRoot, { recursive: true, force: true })
      .catch(() => asRoot('rm', '-rf', execRoot))
      .catch(() => {});
  };
  const deadline = performance.now() + START_PATIENCE_MS;
  while (performance.now() < deadline && daemon.pid !== undefined && daemon.exitCode === null) {
    const engine = await findAnswering({ DOCKER_HOST: host });
    if (engine !== null) return { ...engine, folder: DATA, bySudo: false, stop };
    await sleep(100);
  }
  await stop();
  const [reason = 'it said nothing'] = readFileSync(ENGINE_LOG, 'utf8').trim().split('\n').slice(-1);
  throw new UserError(`No container engine could be started: ${reason}${root ? '' : OPEN_TO_USER}`);
}

async function end(daemon: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (daemon.pid === undefined || daemon.exitCode !== null || daemon.signalCode !== null) return;
  daemon.kill('SIGTERM');
  const timeout = new AbortController();
  await Promise.race([ended, sleep(STOP_PATIENCE_MS, undefined, { signal: timeout.signal }).catch(() => {})]);
  timeout.abort();
  if (daemon.exitCode === null && daemon.signalCode === null) daemon.kill('SIGKILL');
  await ended;
}

/** Returns null if no engine responds, or no client can build images. */
async function findAnswering(
  place: Record<string, string>,
  clients: readonly Client[] = CLIENTS,
): Promise<Pick<Engine, 'environment' | 'docker' | 'dockerByLine'> | null> {
  const environment = { ...place, ...TESTCONTAINERS, ...BUILDKIT };
  for (const [program, ...first] of clients) {
    const dockerByLine: Engine['dockerByLine'] = (onLine, ...args) =>
      runProgram(program, [...first, ...args], environment, onLine);
    const docker = (...args: string[]) => dockerByLine(() => {}, ...args);
    const version = await docker('version', '--format', '{{.Client.Version}} {{.Server.Version}}').catch(() => null);
    if (version === null) continue;
    // Since version 23, builds need a plugin.
    if (Number.parseInt(version, 10) < 23 || (await docker('buildx', 'version').catch(() => null)) !== null)
      return { environment, docker, dockerByLine };
  }
  return null;
}

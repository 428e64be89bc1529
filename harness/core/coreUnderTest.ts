import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { type Core, createCoreClient } from '../../src/api/client.ts';
import { EMBEDDED } from '../containers/buildImages.ts';
import { bundleServer } from '../tools/build/server.ts';
import { freePort } from '../tools/launch/ports.ts';
import { prepareRtmp } from '../tools/launch/prepareRtmpConfig.ts';
import { coreEnvironment } from '../tools/launch/settings.ts';
import { type RunningCore, startCore } from '../tools/launch/startCore.ts';
import { inContainer } from './coreContainer.ts';
import type { CoreAddress, Program, User } from './restartableCoreTypes.ts';

const Variables = z.object({
  /** container: the core of the image E2E_IMAGE. */
  E2E_CORE: z.enum(['container']).optional(),
  E2E_IMAGE: z.string().default(EMBEDDED),
  /** Another program that accepts CORE_*; the embedded core by default. */
  E2E_CORE_BINARY: z.string().optional(),
  /** A running core that serves the interface at /ui/. */
  E2E_CORE_URL: z.url().optional(),
  E2E_CORE_USERNAME: z.string().default('admin'),
  E2E_CORE_PASSWORD: z.string().default(''),
});

type CoreVariables = z.infer<typeof Variables>;

export interface CoreUnderTest {
  /** Without a trailing slash. */
  readonly url: string;
  readonly ui: string;
  readonly user: User | null;
  /** A separate client, logged in if there is a user. */
  api(): Promise<Core>;
  /** Simulates a power cut. */
  kill(): Promise<void>;
  /** Restarts with the same address and data; a running core stops cleanly first. */
  restart(): Promise<void>;
  log(): Promise<string>;
  dispose(): Promise<void>;
}

/** `user`: registered from the start; null for a core without a login. */
export async function coreUnderTest(
  user: User | null,
  environment: CoreAddress['environment'] = {},
): Promise<CoreUnderTest> {
  const variables = Variables.parse(process.env);
  if (variables.E2E_CORE_URL === undefined) return ownCore(user, environment, variables);
  return runningCore(variables.E2E_CORE_URL.replace(/\/+$/, ''), {
    name: variables.E2E_CORE_USERNAME,
    password: variables.E2E_CORE_PASSWORD,
  });
}

async function client(url: string, user: User | null): Promise<Core> {
  // No caching, because the page writes past this client.
  const core = createCoreClient({ address: url, freshMs: 0 });
  if (user === null) return core;
  const { access_token, refresh_token } = await core.login({ body: { username: user.name, password: user.password } });
  core.setTokens({ access: access_token, refresh: refresh_token });
  return core;
}

const OwnConfig = z.looseObject({ rtmp: z.looseObject({}) });

async function switchRtmpOn(file: string, address: string): Promise<void> {
  const { rtmp, ...config } = OwnConfig.parse(JSON.parse(await readFile(file, 'utf8')));
  await writeFile(file, JSON.stringify({ ...config, rtmp: { ...rtmp, enable: true, address } }));
}

let bundled: string | undefined;
/** Bundled once per worker, because it takes most of a second. */
const embedded = () => {
  bundled ??= bundleServer(path.resolve(import.meta.dirname, '../../server/main.ts'));
  return bundled;
};

async function asProcess(
  { folder, port, rtmpPort, user, environment: more }: CoreAddress,
  binary: string | undefined,
): Promise<Program> {
  const host = '127.0.0.1';
  const url = `http://${host}:${port}`;
  const logFile = path.join(folder, 'core.log');
  const environment = {
    ...coreEnvironment({ host, port, rtmpPort: null, folder, ui: 'dist', ...(user && { user }) }),
    CORE_UPDATE_CHECK: 'false', // no requests to the internet
    ...more,
  };
  let running: RunningCore | null = null;
  const startOwn = () =>
    startCore({
      environment,
      answering: [`${url}/ping`, `${url}/ui/`],
      logFile,
      binary: binary ?? embedded(),
    });
  // In the config instead of the environment, because journeys change these settings. No token, so that any key can be
  // pushed to.
  if (binary === undefined) await prepareRtmp({ folder, host, rtmpPort }, '');
  else {
    // Not every version creates them.
    for (const name of ['db', 'data']) await mkdir(path.join(folder, name));
    await (await startOwn()).stop();
    await switchRtmpOn(path.join(folder, 'config.json'), `${host}:${rtmpPort}`);
  }
  return {
    async start() {
      running = await startOwn();
    },
    stop: async () => running?.stop(),
    kill: async () => running?.kill(),
    log: () => readFile(logFile, 'utf8'),
  };
}

async function ownCore(
  user: User | null,
  environment: CoreAddress['environment'],
  { E2E_CORE, E2E_IMAGE, E2E_CORE_BINARY }: CoreVariables,
): Promise<CoreUnderTest> {
  const folder = await mkdtemp(path.join(tmpdir(), 'core-'));
  const plan = { folder, port: await freePort(), rtmpPort: await freePort(), user, environment };
  const program = await (E2E_CORE === 'container' ? inContainer(plan, E2E_IMAGE) : asProcess(plan, E2E_CORE_BINARY));
  const url = `http://127.0.0.1:${plan.port}`;
  await program.start();
  return {
    url,
    ui: `${url}/ui/`,
    user,
    api: () => client(url, user),
    kill: () => program.kill(),
    async restart() {
      await program.stop();
      await program.start();
    },
    log: () => program.log(),
    async dispose() {
      await program.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function runningCore(url: string, user: User): Promise<CoreUnderTest> {
  const api = await client(url, user);
  const before = new Set((await api.processes({})).map(({ id }) => id));
  const refuse = async () => {
    throw new Error('This journey needs a core of its own: mark it @own-core');
  };
  return {
    url,
    ui: `${url}/ui/`,
    user,
    api: () => client(url, user),
    kill: refuse,
    restart: refuse,
    log: async () => (await api.log()).join('\n'),
    async dispose() {
      // Only what the journey created: this core may have other channels.
      for (const { id } of await api.processes({})) if (!before.has(id)) await api.processDelete({ id });
    },
  };
}

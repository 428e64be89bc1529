import { setTimeout as sleep } from 'node:timers/promises';
import type { WaitStrategy } from 'testcontainers';
import {
  type ContainerRuntimeClient,
  GenericContainer,
  getContainerRuntimeClient,
  type StartedTestContainer,
} from 'testcontainers';

const START_PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 20;
/** What Docker gives a container that is told to stop. */
const STOP_PATIENCE_MS = 10_000;

type Health = 'starting' | 'healthy' | 'unhealthy';

/** A container of one of our images that answers. */
export interface RunningSluice {
  /** Without a trailing slash. */
  readonly url: string;
  /** From the start of the container until the core and the interface answered. */
  readonly bootMs: number;
  /** What its own check says. */
  health(): Promise<Health>;
  /** Sends this signal to the core itself. */
  signal(name: 'STOP' | 'CONT' | 'USR1'): Promise<void>;
  /** What a shell command in it writes; throws when it does not end with 0. */
  sh(command: string): Promise<string>;
  /** What it wrote so far. */
  log(): string;
  /** In good order, as `docker stop` does, and removes it; answers its exit code and how long that took. */
  stop(): Promise<{ code: number; ms: number }>;
  /** As a power cut does; removes it. */
  kill(): Promise<void>;
}

/** Our waiting is done by the address that shall answer: see `start`. */
class NoWait implements WaitStrategy {
  async waitUntilReady(): Promise<void> {}
  withStartupTimeout(): WaitStrategy {
    return this;
  }
  isStartupTimeoutSet = () => true;
  getStartupTimeout = () => START_PATIENCE_MS;
}

/** Some words that testcontainers lacks. */
class Container extends GenericContainer {
  readOnly(): void {
    this.hostConfig.ReadonlyRootfs = true;
  }
  /** The check of the image itself, only asked at other times. */
  checkedEvery(seconds: number): void {
    this.createOpts.Healthcheck = { Interval: seconds * 1e9, Timeout: 2e9, Retries: 2, StartPeriod: 1e9 };
  }
}

/**
 * A container of one of our images on the network of this machine, so that test streams on loopback can be reached.
 * Data is in anonymous volumes until `withData` or `withVolumes` says where.
 */
export class SluiceContainer {
  private readonly container: Container;
  private readonly port: number;
  private readonly environment: Record<string, string> = { CORE_UPDATE_CHECK: 'false' };
  private text = '';

  constructor(image: string, port: number) {
    this.port = port;
    this.environment.CORE_ADDRESS = `127.0.0.1:${port}`;
    this.container = new Container(image);
    this.container
      .withNetworkMode('host')
      .withWaitStrategy(new NoWait())
      .withLogConsumer((stream) => stream.on('data', (chunk) => (this.text += chunk)));
  }

  /** Who may log in. */
  withUser({ name, password }: { name: string; password: string }): this {
    return this.withEnvironment({
      CORE_API_AUTH_ENABLE: 'true',
      CORE_API_AUTH_USERNAME: name,
      CORE_API_AUTH_PASSWORD: password,
    });
  }

  withEnvironment(environment: Record<string, string>): this {
    Object.assign(this.environment, environment);
    return this;
  }

  withRtmpPort(port: number): this {
    return this.withEnvironment({ CORE_RTMP_ADDRESS: `127.0.0.1:${port}` });
  }

  /** Folders of this machine, or names of volumes. */
  withVolumes({ config, data }: { config: string; data: string }): this {
    this.container.withBindMounts([
      { source: config, target: '/core/config' },
      { source: data, target: '/core/data' },
    ]);
    return this;
  }

  /** `uid:gid` */
  runsAs(user: string): this {
    this.container.withUser(user);
    return this;
  }

  /** Nothing can be written but the volumes and /tmp. */
  readOnly(): this {
    this.container.readOnly();
    this.container.withTmpFs({ '/tmp': 'rw,noexec,nosuid,size=64m' });
    this.container.withDroppedCapabilities('ALL').withSecurityOpt('no-new-privileges');
    return this;
  }

  checkedEvery(seconds: number): this {
    this.container.checkedEvery(seconds);
    return this;
  }

  /** What all containers that were started of it wrote. */
  log(): string {
    return this.text;
  }

  /** Resolves when core and interface answer; throws with its last words when it ended before. */
  async start(): Promise<RunningSluice> {
    const client = await getContainerRuntimeClient();
    const began = performance.now();
    const started = await this.container.withEnvironment(this.environment).start();
    const url = `http://127.0.0.1:${this.port}`;
    const running = new Running({ client, started, url, text: () => this.text });
    for (const address of [`${url}/ping`, `${url}/ui/`]) {
      while (!(await answers(address))) {
        const ended = !(await running.isRunning());
        if (ended || performance.now() - began > START_PATIENCE_MS) {
          await running.kill();
          throw new Error(`${ended ? 'The container ended' : `${address} did not answer`}: ${this.text.trim()}`);
        }
        await sleep(LOOK_AGAIN_MS);
      }
    }
    running.bootMs = performance.now() - began;
    return running;
  }
}

async function answers(address: string): Promise<boolean> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}

interface Parts {
  client: ContainerRuntimeClient;
  started: StartedTestContainer;
  url: string;
  text: () => string;
}

class Running implements RunningSluice {
  readonly url: string;
  readonly log: () => string;
  bootMs = Number.NaN;
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
    this.url = parts.url;
    this.log = parts.text;
  }

  private get handle() {
    return this.parts.client.container.getById(this.parts.started.getId());
  }

  isRunning = async (): Promise<boolean> => (await this.handle.inspect()).State.Running;

  async health(): Promise<Health> {
    const status = (await this.handle.inspect()).State.Health?.Status;
    if (status === 'starting' || status === 'healthy' || status === 'unhealthy') return status;
    throw new Error(`This container has no check: ${status}`);
  }

  async signal(name: string): Promise<void> {
    // The init has one child.
    await this.sh(`kill -${name} $(cat /proc/1/task/1/children)`);
  }

  async sh(command: string): Promise<string> {
    const { output, exitCode } = await this.parts.started.exec(['sh', '-c', command]);
    if (exitCode !== 0) throw new Error(`${command} ended with ${exitCode}: ${output}`);
    return output;
  }

  async stop(): Promise<{ code: number; ms: number }> {
    const began = performance.now();
    await this.parts.started.stop({ timeout: STOP_PATIENCE_MS, remove: false });
    const ms = performance.now() - began;
    const code = (await this.handle.inspect()).State.ExitCode;
    await this.handle.remove({ v: true });
    return { code, ms };
  }

  async kill(): Promise<void> {
    // Both the running and the ended one.
    await this.handle.remove({ force: true, v: true });
  }
}

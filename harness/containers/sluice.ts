import { setTimeout as sleep } from 'node:timers/promises';
import { GenericContainer, getContainerRuntimeClient, type WaitStrategy } from 'testcontainers';
import { RunningContainer, type RunningSluice } from './runningContainer.ts';

const START_PATIENCE_MS = 60_000;
/** Under emulation everything takes ten times as long. */
const EMULATED_PATIENCE_MS = 600_000;
const LOOK_AGAIN_MS = 20;

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
  private patienceMs = START_PATIENCE_MS;

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

  /** Of an image for several machines, the one for this: it may have to be emulated. */
  onPlatform(platform: string): this {
    this.container.withPlatform(platform);
    this.patienceMs = EMULATED_PATIENCE_MS;
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
    const running = new RunningContainer({ client, started, url, text: () => this.text });
    for (const address of [`${url}/ping`, `${url}/ui/`]) {
      while (!(await answers(address))) {
        const ended = !(await running.isRunning());
        if (ended || performance.now() - began > this.patienceMs) {
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

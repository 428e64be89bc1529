import { setTimeout as sleep } from 'node:timers/promises';
import { GenericContainer, getContainerRuntimeClient, type WaitStrategy } from 'testcontainers';
import { PATIENCE_MS } from '../test/testing/machineSlowness.ts';
import { RunningContainer } from './runningContainer.ts';

const EMULATED_PATIENCE_MS = PATIENCE_MS * 10;
const RECHECK_MS = 20;

/** We wait for HTTP responses instead: see `answering`. */
class NoWait implements WaitStrategy {
  async waitUntilReady(): Promise<void> {}
  withStartupTimeout(): WaitStrategy {
    return this;
  }
  isStartupTimeoutSet = () => true;
  getStartupTimeout = () => PATIENCE_MS;
}

export class Container extends GenericContainer {
  private text = '';
  private patienceMs = PATIENCE_MS;

  constructor(image: string) {
    super(image);
    this.withNetworkMode('host')
      .withWaitStrategy(new NoWait())
      .withLogConsumer((stream) => stream.on('data', (chunk) => (this.text += chunk)));
  }

  /** `size`: of /tmp, the only writable place besides the volumes. */
  readOnly(size: string): this {
    this.hostConfig.ReadonlyRootfs = true;
    this.withTmpFs({ '/tmp': `rw,noexec,nosuid,size=${size}` });
    this.withDroppedCapabilities('ALL').withSecurityOpt('no-new-privileges');
    return this;
  }

  /** Must be the first call that mounts something. */
  withDevices(folder: string, rules: readonly string[], groups: readonly string[]): this {
    this.hostConfig.DeviceCgroupRules = [...rules];
    this.hostConfig.GroupAdd = [...groups];
    return this.withBindMounts([{ source: folder, target: '/simulated', mode: 'ro' }]);
  }

  checkedEvery(seconds: number): this {
    this.createOpts.Healthcheck = { Interval: seconds * 1e9, Timeout: 2e9, Retries: 2, StartPeriod: 1e9 };
    return this;
  }

  /** Selects the platform of a multi-platform image, which may need emulation. */
  onPlatform(platform: string): this {
    this.withPlatform(platform);
    this.patienceMs = EMULATED_PATIENCE_MS;
    return this;
  }

  log(): string {
    return this.text;
  }

  /** Starts a container without waiting for responses. */
  async running(): Promise<RunningContainer> {
    return this.answering('', []);
  }

  /** Resolves when these paths respond; rejects with the last log lines if the container exited. */
  async answering(url: string, paths: readonly string[]): Promise<RunningContainer> {
    const client = await getContainerRuntimeClient();
    const startedAt = performance.now();
    const running = new RunningContainer({ client, started: await this.start(), url, text: () => this.text });
    for (const path of paths) {
      while (!(await answers(`${url}${path}`))) {
        const ended = !(await running.isRunning());
        if (ended || performance.now() - startedAt > this.patienceMs) {
          await running.kill();
          throw new Error(`${ended ? 'The container ended' : `${url}${path} did not answer`}: ${this.text.trim()}`);
        }
        await sleep(RECHECK_MS);
      }
    }
    running.bootMs = performance.now() - startedAt;
    return running;
  }
}

async function answers(address: string): Promise<boolean> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}

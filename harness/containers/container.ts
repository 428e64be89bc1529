import { setTimeout as sleep } from 'node:timers/promises';
import { GenericContainer, getContainerRuntimeClient, type WaitStrategy } from 'testcontainers';
import { PATIENCE_MS } from '../test/testing/machineSlowness.ts';
import { RunningContainer } from './runningContainer.ts';

/** Under emulation everything takes ten times as long. */
const EMULATED_PATIENCE_MS = PATIENCE_MS * 10;
const LOOK_AGAIN_MS = 20;

/** Our waiting is done by the address that shall answer: see `answering`. */
class NoWait implements WaitStrategy {
  async waitUntilReady(): Promise<void> {}
  withStartupTimeout(): WaitStrategy {
    return this;
  }
  isStartupTimeoutSet = () => true;
  getStartupTimeout = () => PATIENCE_MS;
}

/** A container on the network of this machine, with some words that testcontainers lacks. */
export class Container extends GenericContainer {
  private text = '';
  private patienceMs = PATIENCE_MS;

  constructor(image: string) {
    super(image);
    this.withNetworkMode('host')
      .withWaitStrategy(new NoWait())
      .withLogConsumer((stream) => stream.on('data', (chunk) => (this.text += chunk)));
  }

  /** Nothing can be written but the volumes and /tmp, which may have this many bytes. */
  readOnly(size: string): this {
    this.hostConfig.ReadonlyRootfs = true;
    this.withTmpFs({ '/tmp': `rw,noexec,nosuid,size=${size}` });
    this.withDroppedCapabilities('ALL').withSecurityOpt('no-new-privileges');
    return this;
  }

  /** Must be the first that mounts something. */
  withDevices(folder: string, rules: readonly string[], groups: readonly string[]): this {
    this.hostConfig.DeviceCgroupRules = [...rules];
    this.hostConfig.GroupAdd = [...groups];
    return this.withBindMounts([{ source: folder, target: '/simulated', mode: 'ro' }]);
  }

  /** The check of the image itself, only asked at other times. */
  checkedEvery(seconds: number): this {
    this.createOpts.Healthcheck = { Interval: seconds * 1e9, Timeout: 2e9, Retries: 2, StartPeriod: 1e9 };
    return this;
  }

  /** Of an image for several machines, the one for this: it may have to be emulated. */
  onPlatform(platform: string): this {
    this.withPlatform(platform);
    this.patienceMs = EMULATED_PATIENCE_MS;
    return this;
  }

  /** What all that were started of it wrote. */
  log(): string {
    return this.text;
  }

  /** Starts one that nobody asks anything. */
  async running(): Promise<RunningContainer> {
    return this.answering('', []);
  }

  /** Starts one, and resolves when these paths answer; throws with its last words when it ended before. */
  async answering(url: string, paths: readonly string[]): Promise<RunningContainer> {
    const client = await getContainerRuntimeClient();
    const began = performance.now();
    const running = new RunningContainer({ client, started: await this.start(), url, text: () => this.text });
    for (const path of paths) {
      while (!(await answers(`${url}${path}`))) {
        const ended = !(await running.isRunning());
        if (ended || performance.now() - began > this.patienceMs) {
          await running.kill();
          throw new Error(`${ended ? 'The container ended' : `${url}${path} did not answer`}: ${this.text.trim()}`);
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

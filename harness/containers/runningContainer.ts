import type { ContainerRuntimeClient, StartedTestContainer } from 'testcontainers';

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

interface Parts {
  client: ContainerRuntimeClient;
  started: StartedTestContainer;
  url: string;
  text: () => string;
}

export class RunningContainer implements RunningSluice {
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

  /** When it ends by itself: its exit code. */
  async ended(): Promise<number> {
    const { StatusCode } = await this.handle.wait();
    return StatusCode;
  }

  /** All that it has written, also what was not handed on to `log` yet. */
  async words(): Promise<string> {
    return (await this.handle.logs({ stdout: true, stderr: true })).toString();
  }

  async kill(): Promise<void> {
    // Both the running and the ended one.
    await this.handle.remove({ force: true, v: true });
  }
}

import type { ContainerRuntimeClient, StartedTestContainer } from 'testcontainers';

/** Docker's default for a stop. */
const STOP_PATIENCE_MS = 10_000;

type Health = 'starting' | 'healthy' | 'unhealthy';

export interface RunningSluice {
  /** Without a trailing slash. */
  readonly url: string;
  /** From the start of the container until core and interface responded. */
  readonly bootMs: number;
  health(): Promise<Health>;
  signal(name: 'STOP' | 'CONT' | 'USR1'): Promise<void>;
  /** Returns the output; rejects for an exit code other than 0. */
  sh(command: string): Promise<string>;
  log(): string;
  /** Stops like `docker stop`, and removes the container; resolves to exit code and duration. */
  stop(): Promise<{ code: number; ms: number }>;
  /** Simulates a power cut, and removes the container. */
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
    await this.sh(`kill -${name} $(cat /proc/1/task/1/children)`);
  }

  async sh(command: string): Promise<string> {
    const { output, exitCode } = await this.parts.started.exec(['sh', '-c', command]);
    if (exitCode !== 0) throw new Error(`${command} ended with ${exitCode}: ${output}`);
    return output;
  }

  async stop(): Promise<{ code: number; ms: number }> {
    const startedAt = performance.now();
    await this.parts.started.stop({ timeout: STOP_PATIENCE_MS, remove: false });
    const ms = performance.now() - startedAt;
    const code = (await this.handle.inspect()).State.ExitCode;
    await this.handle.remove({ v: true });
    return { code, ms };
  }

  /** Resolves to the exit code after the container exits by itself. */
  async ended(): Promise<number> {
    const { StatusCode } = await this.handle.wait();
    return StatusCode;
  }

  /** All output, including what `log` has not received yet. */
  async words(): Promise<string> {
    return (await this.handle.logs({ stdout: true, stderr: true })).toString();
  }

  async kill(): Promise<void> {
    await this.handle.remove({ force: true, v: true });
  }
}

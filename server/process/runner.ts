import { elapsedMs } from '../clock.ts';
import type { Child } from '../ffmpeg/child.ts';
import type { ProcessConfig } from './config.ts';
import type { ExecState } from './execState.ts';
import type { createReport } from './report.ts';
import type { Resolved } from './resolve.ts';
import { createRunProgress, NO_PROGRESS } from './runProgress.ts';
import { createUsageSampler, type ResourceUsage } from './usage.ts';
import { createWatchdog } from './watchdog.ts';

const SAMPLE_EVERY_MS = 1_000;
const NO_USAGE: ResourceUsage = { cpuPercent: 0, memoryBytes: 0 };

export interface RunnerDeps {
  launch(args: readonly string[], onLine: (line: string) => void): Child;
  note(level: 'warn' | 'debug', message: string, fields: Readonly<Record<string, string>>): void;
}

export interface Runnable extends Resolved {
  /** ffmpeg's arguments. */
  readonly command: readonly string[];
}

interface RunnerParts {
  readonly config: ProcessConfig;
  /** null: a stored process that is no longer valid; it never runs. */
  readonly runnable: Runnable | null;
  readonly report: ReturnType<typeof createReport>;
  readonly execState: ExecState;
}

interface Run {
  readonly progress: ReturnType<typeof createRunProgress>;
  interrupt(): void;
}

/** Runs the ffmpeg of one process, one child after the other, and watches each while it lives. */
export function createRunner({ config, runnable, report, execState }: RunnerParts, deps: RunnerDeps) {
  let run: Run | null = null;
  let usage = NO_USAGE;

  const watch = (pid: number, { progress, interrupt }: Run) => {
    const sample = createUsageSampler(pid);
    const watchdog = createWatchdog(config);
    return setInterval(() => {
      usage = sample();
      const isRunning = execState.exec() === 'running';
      const verdict = isRunning ? watchdog(elapsedMs(), progress.silentMs(elapsedMs()), usage) : null;
      if (verdict === null) return;
      deps.note('warn', 'Interrupted', { id: config.id, reason: verdict });
      interrupt();
    }, SAMPLE_EVERY_MS);
  };

  const launch = (wanted: Runnable): { child: Child; started: Run } => {
    report.begin(Date.now());
    execState.transition('launched');
    const progress = createRunProgress(wanted, elapsedMs());
    const child = deps.launch(wanted.command, (line) => {
      if (progress.line(line, elapsedMs())) report.closePrelude();
      else report.line(line, Date.now());
    });
    if (child.pid !== null) execState.transition('spawned');
    deps.note('debug', 'Started', { id: config.id });
    const interrupt = () => {
      execState.transition('interrupted');
      child.end();
    };
    return { child, started: { progress, interrupt } };
  };

  return {
    isRunning: (): boolean => run !== null,
    interrupt: (): void => run?.interrupt(),
    usage: (): ResourceUsage => usage,
    progress: (nowMs: number) => run?.progress.progress(nowMs) ?? NO_PROGRESS,

    /** One child from its start to its end; it is interrupted when the signal aborts. */
    async runOnce(signal: AbortSignal): Promise<void> {
      if (runnable === null) return;
      const { child, started } = launch(runnable);
      run = started;
      signal.addEventListener('abort', started.interrupt);
      const watching = child.pid === null ? null : watch(child.pid, started);

      const end = await child.ended;

      if (watching !== null) clearInterval(watching);
      signal.removeEventListener('abort', started.interrupt);
      run = null;
      usage = NO_USAGE;
      execState.transition(end);
      deps.note('debug', 'Ended', { id: config.id, exec: end });
    },
  };
}
